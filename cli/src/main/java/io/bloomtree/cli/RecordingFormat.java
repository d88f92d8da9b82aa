package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the lines of a recording look like. */
enum RecordingFormat {
  /** {@code edge<TAB>key}; the key may hold more tabs. */
  EDGE_KEY("edge-key") {
    @Override Event event(byte[] line, EdgeSpread edges) throws NoEventException {
      int tab = indexOf('\t', line, 0);
      if (tab < 0) {
        throw new NoEventException("no tab between edge and key");
      }
      if (tab == 0) {
        throw new NoEventException("no edge before the tab");
      }
      return new Event(edges.named(new String(line, 0, tab, UTF_8)), after(tab, line));
    }
  },

  /** The common and the combined log format of web servers. */
  CLF("clf") {
    @Override Event event(byte[] line, EdgeSpread edges) throws NoEventException {
      int client = indexOf(' ', line, 0);
      int date = client < 1 ? -1 : indexOf('[', line, client);
      int dateEnd = date < 0 ? -1 : indexOf(']', line, date);
      int request = dateEnd < 0 ? -1 : indexOf('"', line, dateEnd);
      int requestEnd = request < 0 ? -1 : closingQuote(line, request + 1);
      if (requestEnd < 0) {
        throw new NoEventException("not: client - user [time] \"request\" ...");
      }
      return new Event(
          edges.of(Arrays.copyOf(line, client)),
          url(Arrays.copyOfRange(line, request + 1, requestEnd)));
    }
  },

  /** Nothing but a key. */
  LINES("lines") {
    @Override Event event(byte[] line, EdgeSpread edges) {
      return new Event(edges.next(), line);
    }
  };

  private final String word;

  RecordingFormat(String word) {
    this.word = word;
  }

  /** The event in a line. */
  abstract Event event(byte[] line, EdgeSpread edges) throws NoEventException;

  /** As it is written on the command line. */
  @Override public String toString() {
    return word;
  }

  /** Reads the word, and names all of them to whoever wrote another. */
  static final class Converter implements ITypeConverter<RecordingFormat> {
    @Override public RecordingFormat convert(String word) {
      return Arrays.stream(values())
          .filter(format -> format.word.equalsIgnoreCase(word))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException(
              "must be edge-key, clf or lines: " + word));
    }
  }

  /** {@code METHOD URL} or {@code METHOD URL HTTP/x}; a URL with spaces keeps them. */
  private static byte[] url(byte[] request) throws NoEventException {
    int from = indexOf(' ', request, 0) + 1;
    int to = request.length;
    while (to > from && request[to - 1] != ' ') {
      to--;
    }
    boolean hasVersion = new String(request, to, request.length - to, UTF_8).startsWith("HTTP/");
    int end = hasVersion ? to - 1 : request.length;
    if (from == 0 || end <= from) {
      throw new NoEventException("the request has no URL");
    }
    return Arrays.copyOfRange(request, from, end);
  }

  /** A quote inside is written with a backslash before it. */
  private static int closingQuote(byte[] line, int from) {
    for (int i = from; i < line.length; i++) {
      if (line[i] == '"') {
        return i;
      }
      if (line[i] == '\\') {
        i++;
      }
    }
    return -1;
  }

  private static int indexOf(char c, byte[] line, int from) {
    for (int i = from; i < line.length; i++) {
      if (line[i] == c) {
        return i;
      }
    }
    return -1;
  }

  private static byte[] after(int index, byte[] line) {
    return Arrays.copyOfRange(line, index + 1, line.length);
  }
}
