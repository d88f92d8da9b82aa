package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The lines of a recording, plain or gzip, which its first bytes tell. Owned by one thread. */
final class RecordedLines implements Closeable {
  private static final int BUFFER = 1 << 16;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  /** What else streams are packed with, by how it begins. */
  private static final Map<String, byte[]> FOREIGN = new LinkedHashMap<>();

  static {
    FOREIGN.put("zstd", new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});
    FOREIGN.put("xz", new byte[] {(byte) 0xfd, '7', 'z', 'X', 'Z', 0});
    FOREIGN.put("bzip2", "BZh".getBytes(US_ASCII));
    FOREIGN.put("zip", new byte[] {'P', 'K', 3, 4});
  }

  /**
   * A line without its end.
   *
   * @param number from 1
   * @param isTooLong whether its bytes are only the beginning of it
   * @param isEnded whether it has a line end: a last one that has none may have been cut off
   */
  record Line(long number, byte[] bytes, boolean isTooLong, boolean isEnded) {}

  private final String name;
  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int limit;
  private long lines;

  private RecordedLines(String name, InputStream in, int longest) {
    this.name = name;
    this.in = in;
    this.longest = longest;
  }

  /**
   * The lines in a stream.
   *
   * @param name what messages call it
   * @param longest of a line that is longer no more bytes are kept
   * @throws BadInputException if not even its beginning can be read, or is packed otherwise
   */
  static RecordedLines of(String name, InputStream in, int longest) throws BadInputException {
    requireNonNull(name, "name");
    try {
      byte[] head = in.readNBytes(6);
      for (var foreign : FOREIGN.entrySet()) {
        if (startsWith(head, foreign.getValue())) {
          throw new BadInputException(name + ": packed with " + foreign.getKey()
              + ", only gzip is understood: unpack it and pipe it in, as FILE -");
        }
      }
      var whole = new SequenceInputStream(new ByteArrayInputStream(head), in);
      return new RecordedLines(
          name, startsWith(head, GZIP) ? new Unzipped(whole) : whole, longest);
    } catch (IOException e) {
      throw unreadable(name, 0, e);
    }
  }

  /**
   * The bytes of a file.
   *
   * @throws BadInputException if there is no such file, or none that may be read
   */
  static InputStream open(Path file) throws BadInputException {
    try {
      if (Files.isDirectory(file)) {
        throw new BadInputException(file + ": is a directory");
      }
      return Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new BadInputException(file + ": no such file", e);
    } catch (AccessDeniedException e) {
      throw new BadInputException(file + ": may not be read", e);
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean startsWith(byte[] head, byte[] magic) {
    return head.length >= magic.length
        && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
  }

  /*
   * Files put one after the other are one file to gzip. GZIPInputStream looks for the next one only
   * if there is something available, which a pipe denies while it is merely slow. What follows and
   * is none it takes for the end, be it a damaged file with all its lines: so what it leaves is
   * looked at. Zeros are what tapes are filled up with.
   */
  private static final class Unzipped extends GZIPInputStream {
    private static final int TRAILER = 8;

    Unzipped(InputStream in) throws IOException {
      super(new FilterInputStream(in) {
        @Override public int available() {
          return 1;
        }
      }, BUFFER);
    }

    @Override public int read(byte[] bytes, int from, int length) throws IOException {
      int read = super.read(bytes, from, length);
      if (read < 0) {
        for (int i = len - inf.getRemaining() + TRAILER; i < len; i++) {
          if (buf[i] != 0) {
            throw new ZipException("what follows its end is not gzip");
          }
        }
      }
      return read;
    }
  }

  /**
   * The next line; empty at the end. A last line needs no line end.
   *
   * @throws BadInputException if it cannot be read to its end
   */
  Optional<Line> next() throws BadInputException {
    var line = new ByteArrayOutputStream(128);
    boolean isTooLong = false;
    boolean begun = false;
    boolean ended = false;
    try {
      while (!ended && (position < limit || fill())) {
        begun = true;
        int end = position;
        while (end < limit && buffer[end] != '\n') {
          end++;
        }
        int room = Math.min(end - position, longest - line.size());
        line.write(buffer, position, room);
        isTooLong |= room < end - position;
        ended = end < limit;
        position = ended ? end + 1 : end;
      }
    } catch (IOException e) {
      throw unreadable(name, lines, e);
    }
    if (!begun) {
      return Optional.empty();
    }
    return Optional.of(
        new Line(++lines, withoutReturn(line.toByteArray()), isTooLong, ended));
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer));
    return limit > 0;
  }

  private static byte[] withoutReturn(byte[] line) {
    boolean ends = line.length > 0 && line[line.length - 1] == '\r';
    return ends ? Arrays.copyOf(line, line.length - 1) : line;
  }

  private static BadInputException unreadable(String name, long lines, IOException e) {
    String what = e instanceof EOFException ? "the gzip data ends too early: it was cut off"
        : e instanceof ZipException ? "the gzip data is damaged: " + e.getMessage()
            : "cannot be read: " + e.getMessage();
    return new BadInputException(
        name + (lines == 0 ? "" : ": after line " + lines) + ": " + what, e);
  }

  @Override public void close() throws IOException {
    in.close();
  }
}
