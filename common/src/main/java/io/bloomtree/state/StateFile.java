package io.bloomtree.state;

import io.bloomtree.state.StateException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A file of words that says what it is, and after a clean shutdown notices any change. Owned by one
 * event loop, but for {@link #forceAll}.
 */
final class StateFile {
  /*
   *   +--------+--------+-------------------+------------------------------+
   *   | header | header | checksums of      | words                        |
   *   | 4 KiB  | 4 KiB  | pages, 4 KiB each | in pages of 64 KiB           |
   *   +--------+--------+-------------------+------------------------------+
   *
   * The checksums (CRC-32C, two in a word, that of the earlier page in the lower half) are written
   * at a clean shutdown and mean nothing before. The header then has a checksum of them, and the
   * stamp of that shutdown, which is in the catalog too: a file that was put back from elsewhere
   * has another one.
   */
  private static final int COPY_WORDS = 512;
  private static final int HEADER_WORDS = 2 * COPY_WORDS;
  private static final int PAGE_WORDS = 1 << 13;
  private static final int TABLE_STEP_WORDS = 512;

  /** What a name ends with while the file is being made. */
  static final String UNFINISHED = ".new";

  /** What the header says about it. */
  private record Header(Owner owner, long born, FileEntry entry, byte[] plan, long stamp, int sum) {
    byte[] toBytes() {
      var out = new HeaderWriter();
      owner.write(out);
      out.number(born);
      entry.write(out);
      out.bytes(plan);
      out.number(stamp);
      out.number(sum & 0xFFFF_FFFFL);
      return out.toBytes();
    }

    static Header read(HeaderReader in) {
      return new Header(Owner.read(in), in.number(), FileEntry.read(in), in.bytes(), in.number(),
          (int) in.number());
    }
  }

  private final String file;
  private final FileEntry entry;
  private final DurableCells head;
  private final DurableCells data;
  private final TwinBlock block;
  private final Header header;
  private final List<String> flaws;

  private StateFile(Volume volume, String path, FileEntry entry) {
    this.file = volume.describe(path);
    this.entry = entry;
    long bytes = volume.bytes(path);
    if (bytes != totalWords(entry.words()) * Long.BYTES) {
      throw new StateException(Reason.DAMAGED, file, "has " + bytes + " bytes, must have "
          + totalWords(entry.words()) * Long.BYTES);
    }
    this.head = volume.map(path, 0, dataAt(entry.words()));
    this.data = volume.map(path, dataAt(entry.words()), entry.words());
    this.block = new TwinBlock(head, COPY_WORDS, TwinBlock.Role.AREA, file);
    TwinBlock.Content content = block.read();
    this.flaws = content.flaws();
    this.header = HeaderReader.read(content.bytes(), file, Header::read);
  }

  /**
   * Makes a file of zeros. It is there in whole or not at all.
   *
   * @param plan of the filter it belongs to, in bytes; empty if to none
   */
  static StateFile create(
      Volume volume, String directory, Owner owner, long born, FileEntry entry, byte[] plan) {
    String path = directory + "/" + entry.fileName();
    String unfinished = path + UNFINISHED;
    if (volume.exists(unfinished)) {
      volume.delete(unfinished); // an earlier process was killed here
    }
    volume.create(unfinished, totalWords(entry.words()));
    DurableCells cells = volume.map(unfinished, 0, HEADER_WORDS);
    new TwinBlock(cells, COPY_WORDS, TwinBlock.Role.AREA, volume.describe(path))
        .write(new Header(owner, born, entry, plan, Catalog.IN_USE, 0).toBytes());
    cells.release();
    volume.rename(unfinished, path);
    return new StateFile(volume, path, entry);
  }

  /**
   * Opens a file that was made before.
   *
   * @throws StateException if it is not exactly the one that is meant
   */
  static StateFile open(Volume volume, String directory, Owner owner, long born, FileEntry entry) {
    String path = directory + "/" + entry.fileName();
    if (!volume.exists(path)) {
      throw new StateException(Reason.DAMAGED, volume.describe(path),
          "is missing, must be there with " + totalWords(entry.words()) * Long.BYTES + " bytes");
    }
    var opened = new StateFile(volume, path, entry);
    owner.requireSame(opened.header.owner, opened.file);
    if (!entry.equals(opened.header.entry)) {
      throw new StateException(Reason.FOREIGN, opened.file,
          "is " + opened.header.entry + ", must be " + entry);
    }
    if (born != opened.header.born) {
      throw new StateException(Reason.FOREIGN, opened.file, "is of a state that was created in "
          + "incarnation " + opened.header.born + ", must be of that of " + born);
    }
    return opened;
  }

  private static long pages(long words) {
    return (words + PAGE_WORDS - 1) / PAGE_WORDS;
  }

  private static long dataAt(long words) {
    long tableWords = (pages(words) + 1) / 2;
    return HEADER_WORDS + (tableWords + TABLE_STEP_WORDS - 1) / TABLE_STEP_WORDS * TABLE_STEP_WORDS;
  }

  static long totalWords(long words) {
    return dataAt(words) + words;
  }

  FileEntry entry() {
    return entry;
  }

  String file() {
    return file;
  }

  DurableCells data() {
    return data;
  }

  /** What is wrong with one copy of the header, if something is. */
  List<String> flaws() {
    return flaws;
  }

  /** Writes down what the words are now, at a clean shutdown. */
  void stamp(long stamp) {
    data.forceAll();
    long pages = pages(entry.words());
    for (long page = 0; page < pages; page += 2) {
      long second = page + 1 < pages ? checksum(page + 1) : 0;
      head.put(HEADER_WORDS + page / 2, checksum(page) | second << 32);
    }
    block.write(new Header(
        header.owner, header.born, entry, header.plan, stamp, tableChecksum()).toBytes());
  }

  /** What is wrong with it, if it was shut down with that stamp: nothing should be. */
  List<String> findings(long stamp) {
    if (header.stamp != stamp) {
      return List.of("was not written by the last clean shutdown: its stamp is " + header.stamp
          + ", must be " + stamp);
    }
    if (header.sum != tableChecksum()) {
      return List.of("its checksums of pages at byte " + HEADER_WORDS * Long.BYTES
          + " are damaged");
    }
    List<String> findings = new ArrayList<>();
    long pages = pages(entry.words());
    for (long page = 0; page < pages; page++) {
      long kept = head.get(HEADER_WORDS + page / 2) >>> page % 2 * 32 & 0xFFFF_FFFFL;
      long found = checksum(page);
      if (kept != found) {
        long at = (dataAt(entry.words()) + page * PAGE_WORDS) * Long.BYTES;
        findings.add(String.format(
            "the page at byte %d is damaged: its checksum is %08x, must be %08x",
            at, found, kept));
      }
    }
    return findings;
  }

  /** Where a word is in the file, for messages. */
  long byteOf(long word) {
    return (dataAt(entry.words()) + word) * Long.BYTES;
  }

  private long checksum(long page) {
    long first = page * PAGE_WORDS;
    var crc = new CRC32C();
    data.addTo(crc, first, Math.min(PAGE_WORDS, entry.words() - first));
    return crc.getValue();
  }

  private int tableChecksum() {
    var crc = new CRC32C();
    head.addTo(crc, HEADER_WORDS, dataAt(entry.words()) - HEADER_WORDS);
    return (int) crc.getValue();
  }

  void force() {
    data.force();
  }

  /** From any thread. */
  void forceAll() {
    data.forceAll();
  }

  void release() {
    head.release();
    data.release();
  }
}
