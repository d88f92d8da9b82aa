package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Reads a verdict log, plain or gzip, to its end. Owned by one thread. */
final class VerdictLogReader implements Closeable {
  /** A key of the largest kind, with every byte escaped. */
  static final int LONGEST_LINE = 1 << 26;

  private static final String LOG = "# bloomtree verdict log ";
  private static final String VERSION = "v1";
  private static final String COLUMNS = "# columns:";

  /** The first line of every log that is written. */
  static final String HEADER = LOG + VERSION;

  private final String name;
  private final RecordedLines lines;
  private final VerdictReceiver receiver;
  private final StrictUtf8 utf8 = new StrictUtf8();
  private VerdictColumns columns;
  private boolean isEmpty;

  private VerdictLogReader(String name, RecordedLines lines, VerdictReceiver receiver) {
    this.name = name;
    this.lines = lines;
    this.receiver = requireNonNull(receiver, "receiver");
  }

  /**
   * Has the receiver told all that a log says.
   *
   * @param name what messages call it
   * @throws BadInputException if it cannot be read, or a line says nothing that can be understood
   */
  static void read(String name, InputStream in, VerdictReceiver receiver)
      throws BadInputException {
    try (var reader =
        new VerdictLogReader(name, RecordedLines.of(name, in, LONGEST_LINE), receiver)) {
      reader.readAll();
    } catch (IOException e) {
      throw new BadInputException(name + ": cannot be closed: " + e.getMessage(), e);
    }
  }

  static void read(Path file, VerdictReceiver receiver) throws BadInputException {
    read(file.toString(), RecordedLines.open(file), receiver);
  }

  private void readAll() throws BadInputException {
    begin();
    boolean hasHeader = false;
    for (var next = lines.next(); next.isPresent(); next = lines.next()) {
      RecordedLines.Line line = next.get();
      if (!line.isEnded()) {
        receiver.torn();
        return;
      }
      try {
        hasHeader = read(line, hasHeader);
      } catch (MalformedLineException e) {
        throw new BadInputException(name + ":" + line.number() + ": " + e.getMessage(), e);
      }
    }
  }

  private void begin() {
    columns = VerdictColumns.ALL;
    isEmpty = true;
    receiver.log();
  }

  /** Whether there has been a header, after this line. */
  private boolean read(RecordedLines.Line line, boolean hasHeader) throws MalformedLineException {
    if (line.isTooLong()) {
      throw new MalformedLineException("longer than " + Figures.size(LONGEST_LINE));
    }
    String text = utf8.decode(line.bytes(), 0, line.bytes().length);
    if (text.startsWith(LOG)) {
      if (!text.equals(HEADER)) {
        throw new MalformedLineException(
            "must be version " + VERSION + ": " + Figures.printable(text));
      }
      // logs put one after the other are several logs still
      if (hasHeader) {
        begin();
      }
      return true;
    }
    if (text.startsWith(COLUMNS)) {
      if (!isEmpty) {
        begin();
      }
      columns = VerdictColumns.named(text.substring(COLUMNS.length()));
      return true;
    }
    if (!hasHeader) {
      throw new MalformedLineException("the first line must be '" + HEADER + "' or '" + COLUMNS
          + " ..' with the names of columns");
    }
    if (!text.startsWith("#")) {
      isEmpty = false;
      receiver.entry(columns.parse(line.bytes()));
    }
    return true;
  }

  @Override public void close() throws IOException {
    lines.close();
  }
}
