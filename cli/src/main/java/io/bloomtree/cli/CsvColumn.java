package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A field of a CSV record (RFC 4180), without its quotes, is the key. Owned by one thread: a column
 * that was named is looked up in the heading.
 */
final class CsvColumn implements KeySelector {
  private static final byte[] BYTE_ORDER_MARK = "\uFEFF".getBytes(UTF_8);
  private static final int NAMES_SHOWN = 20;
  private static final int CHARACTERS_SHOWN = 500;
  private static final int MOST_COLUMNS = 1_000_000;

  private final byte delimiter;
  private final Optional<String> name;
  private int index;

  private CsvColumn(byte delimiter, Optional<String> name, int index) {
    this.delimiter = delimiter;
    this.name = name;
    this.index = index;
  }

  /** The column with that number, from 1 on, or that name in the first record. */
  static CsvColumn of(String numberOrName, char delimiter) {
    if (delimiter > 127 || delimiter == '"' || delimiter == '\r' || delimiter == '\n') {
      throw new IllegalArgumentException(
          "the delimiter must be an ASCII character, no quote and no line end");
    }
    if (!numberOrName.matches("[0-9]+")) {
      return new CsvColumn((byte) delimiter, Optional.of(numberOrName), 0);
    }
    if (!numberOrName.matches("0*[1-9][0-9]{0,6}")
        || Integer.parseInt(numberOrName) > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "columns are counted from 1 to " + Figures.full(MOST_COLUMNS) + ": " + numberOrName);
    }
    return new CsvColumn((byte) delimiter, Optional.empty(), Integer.parseInt(numberOrName) - 1);
  }

  @Override public RecordEnds ends() {
    return new CsvRecordEnds(delimiter);
  }

  @Override public String tooLongHint() {
    return "; is a quote not closed?";
  }

  @Override public boolean hasHeading() {
    return name.isPresent();
  }

  @Override public void readHeading(byte[] bytes, int from, int to)
      throws MalformedLineException {
    String wanted = name.orElseThrow();
    var names = new ArrayList<String>();
    var fields = new Fields(bytes, from + markLength(bytes, from, to), to);
    while (fields.hasNext()) {
      names.add(new String(fields.next(true), UTF_8));
    }
    index = names.indexOf(wanted);
    if (index < 0) {
      throw new MalformedLineException(
          "no column '" + wanted + "' in the heading: " + shown(names));
    }
    if (names.lastIndexOf(wanted) != index) {
      throw new MalformedLineException("the heading has two columns '" + wanted
          + "': choose one by its number, csv:" + (index + 1));
    }
  }

  private static int markLength(byte[] bytes, int from, int to) {
    int behind = Math.min(to, from + BYTE_ORDER_MARK.length);
    return Arrays.equals(bytes, from, behind, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length)
        ? BYTE_ORDER_MARK.length
        : 0;
  }

  private static String shown(List<String> names) {
    String all = Figures.names(names, NAMES_SHOWN);
    return all.substring(0, Math.min(all.length(), CHARACTERS_SHOWN));
  }

  @Override public byte[] key(byte[] bytes, int from, int to) throws MalformedLineException {
    var fields = new Fields(bytes, from, to);
    byte[] key = null;
    int count = 0;
    // to the end, since a record that is broken or cut off behind the key is no event
    for (; fields.hasNext(); count++) {
      byte[] field = fields.next(count == index);
      if (count == index) {
        key = field;
      }
    }
    if (key == null) {
      throw new MalformedLineException(
          "no column " + (index + 1) + ": the record has " + Figures.counted(count, "column"));
    }
    return key;
  }

  /** The fields of one record, one after the other. */
  private final class Fields {
    private static final byte[] NOT_WANTED = {};

    private final byte[] bytes;
    private final int to;
    private int at;

    Fields(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.at = from;
      this.to = to;
    }

    /** There is one more behind the last delimiter, even if it is empty. */
    boolean hasNext() {
      return at <= to;
    }

    byte[] next(boolean wanted) throws MalformedLineException {
      return at < to && bytes[at] == '"' ? quoted(wanted) : unquoted(wanted);
    }

    private byte[] unquoted(boolean wanted) {
      int start = at;
      while (at < to && bytes[at] != delimiter) {
        at++;
      }
      int end = at++;
      return wanted ? Arrays.copyOfRange(bytes, start, end) : NOT_WANTED;
    }

    private byte[] quoted(boolean wanted) throws MalformedLineException {
      var text = new ByteArrayOutputStream();
      at++;
      int start = at;
      while (true) {
        while (at < to && bytes[at] != '"') {
          at++;
        }
        if (at == to) {
          throw new MalformedLineException("a quote is opened and not closed");
        }
        boolean doubled = at + 1 < to && bytes[at + 1] == '"';
        if (wanted) {
          text.write(bytes, start, at - start + (doubled ? 1 : 0));
        }
        at += doubled ? 2 : 1;
        start = at;
        if (!doubled) {
          break;
        }
      }
      if (at < to && bytes[at] != delimiter) {
        throw new MalformedLineException("text behind a closing quote");
      }
      at++;
      return wanted ? text.toByteArray() : NOT_WANTED;
    }
  }
}
