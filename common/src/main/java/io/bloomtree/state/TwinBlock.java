package io.bloomtree.state;

import io.bloomtree.state.StateException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Some bytes at the beginning of a file that are replaced as a whole or not at all, whatever
 * happens meanwhile: two copies, of which one is always intact. Owned by one event loop.
 */
final class TwinBlock {
  /*
   * A copy, in little-endian words:
   *
   *   +--------+---------+------+----------+--------+----------+---------+---
   *   | "BTST" | version | role | sequence | length | checksum | content | 0 ...
   *   | 4      | 2       | 2    | 8        | 4      | 4        | length  |
   *   +--------+---------+------+----------+--------+----------+---------+---
   *
   * The checksum is CRC-32C over all that is before it and the content. Both copies are written one
   * after the other, forced in between. So both are intact and the same, unless something went
   * wrong: while the first was being written the second is still the old one, while the second was,
   * the first is the new one. Whichever is intact and newest is right. A bit that is flipped in one
   * copy later does no harm either, and the next writing mends it.
   */
  private static final int MAGIC = 'B' | 'T' << 8 | 'S' << 16 | 'T' << 24;
  static final int VERSION = 1;
  private static final int HEAD_WORDS = 3;

  /** What the file is that begins with it. The numbers are in files and never change. */
  enum Role {
    CATALOG(1), AREA(2), MARK(3);

    private final int code;

    Role(int code) {
      this.code = code;
    }
  }

  /** What it holds; {@code flaws}: what is wrong with one of the copies, if something is. */
  record Content(long sequence, byte[] bytes, List<String> flaws) {}

  private record Copy(long sequence, byte[] bytes) {}

  private final DurableCells cells;
  private final int copyWords;
  private final Role role;
  private final String file;
  private long sequence;

  /** On the first words of a file: twice so many as a copy has. */
  TwinBlock(DurableCells cells, int copyWords, Role role, String file) {
    this.cells = cells;
    this.copyWords = copyWords;
    this.role = role;
    this.file = file;
  }

  int mostBytes() {
    return (copyWords - HEAD_WORDS) * Long.BYTES;
  }

  /**
   * Reads it.
   *
   * @throws StateException if neither copy is intact
   */
  Content read() {
    List<String> flaws = new ArrayList<>();
    Optional<Copy> first = read(0, flaws);
    Optional<Copy> second = read(copyWords, flaws);
    if (first.isEmpty() && second.isEmpty()) {
      throw new StateException(Reason.DAMAGED, file,
          "its header is damaged, in both copies: " + String.join("; ", flaws));
    }
    boolean takeFirst = second.isEmpty()
        || first.isPresent() && first.get().sequence >= second.get().sequence;
    Copy newest = takeFirst ? first.get() : second.get();
    sequence = newest.sequence;
    return new Content(newest.sequence, newest.bytes, List.copyOf(flaws));
  }

  private Optional<Copy> read(int at, List<String> flaws) {
    long head = cells.get(at);
    long number = cells.get(at + 1);
    long tail = cells.get(at + 2);
    long length = tail & 0xFFFF_FFFFL;
    String flaw = null;
    if ((int) head != MAGIC) {
      flaw = "begins with " + Long.toHexString(head) + ", not with BTST";
    } else if ((head >>> 32 & 0xFFFF) != VERSION) {
      flaw = "has format version " + (head >>> 32 & 0xFFFF) + ", this program reads " + VERSION;
    } else if (head >>> 48 != role.code) {
      flaw = "is a file of kind " + (head >>> 48) + ", must be " + role.code;
    } else if (length > mostBytes()) {
      flaw = "says it has " + length + " bytes, at most " + mostBytes() + " are possible";
    }
    if (flaw == null) {
      byte[] bytes = readBytes(at + HEAD_WORDS, (int) length);
      if (checksum(head, number, (int) length, bytes) == tail >>> 32) {
        return Optional.of(new Copy(number, bytes));
      }
      flaw = "does not match its checksum";
    }
    flaws.add("the copy at byte " + (long) at * Long.BYTES + " " + flaw);
    return Optional.empty();
  }

  private byte[] readBytes(int at, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(round(length)).order(ByteOrder.LITTLE_ENDIAN);
    for (int word = at; bytes.hasRemaining(); word++) {
      bytes.putLong(cells.get(word));
    }
    byte[] exact = new byte[length];
    bytes.flip().get(exact);
    return exact;
  }

  /**
   * Replaces it, and forces it to disk.
   *
   * @throws StateException with reason {@code NO_ROOM} if that is more than there is room for
   */
  void write(byte[] bytes) {
    if (bytes.length > mostBytes()) {
      throw new StateException(Reason.NO_ROOM, file, "has room for a header of " + mostBytes()
          + " bytes, " + bytes.length + " are needed");
    }
    sequence++;
    write(0, bytes);
    cells.force();
    write(copyWords, bytes);
    cells.force();
  }

  private void write(int at, byte[] bytes) {
    long head = (MAGIC & 0xFFFF_FFFFL) | (long) VERSION << 32 | (long) role.code << 48;
    long checksum = checksum(head, sequence, bytes.length, bytes);
    cells.put(at + 2, 0); // from here on until its end was put this copy matches nothing
    cells.put(at, head);
    cells.put(at + 1, sequence);
    ByteBuffer padded = ByteBuffer.allocate(round(bytes.length)).order(ByteOrder.LITTLE_ENDIAN);
    padded.put(bytes).rewind();
    for (int word = at + HEAD_WORDS; padded.hasRemaining(); word++) {
      cells.put(word, padded.getLong());
    }
    cells.put(at + 2, bytes.length | checksum << 32);
  }

  private static int round(int bytes) {
    return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
  }

  private static long checksum(long head, long sequence, int length, byte[] bytes) {
    ByteBuffer start = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
    start.putLong(head).putLong(sequence).putInt(length).flip();
    var crc = new CRC32C();
    crc.update(start);
    crc.update(bytes);
    return crc.getValue();
  }

  /** How often it was written. */
  long sequence() {
    return sequence;
  }
}
