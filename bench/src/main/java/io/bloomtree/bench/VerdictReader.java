package io.bloomtree.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads the answer to a stream of offers and counts its verdicts. Whatever else it finds, be it a
 * failure or a verdict that is degraded, is an error. Used once, by one thread.
 */
final class VerdictReader {
  /*
   * The reader shares the processors with what it measures. A tree tells few different lines, so
   * each is parsed when it comes for the first time, and is compared with those known from then
   * on, the one before it first.
   */
  private static final int BUFFER = 256 << 10;
  private static final Set<String> MEMBERS =
      Set.of("decision", "decidedBy", "level", "degradation");

  /** How many events were told so. Immutable. */
  record Verdicts(long distinct, long duplicate) {
    long all() {
      return distinct + duplicate;
    }
  }

  /** A line with its line feed, and how often it came. */
  private static final class Line {
    private final byte[] bytes;
    private final boolean isDistinct;
    private long times;

    private Line(byte[] bytes, boolean isDistinct) {
      this.bytes = bytes;
      this.isDistinct = isDistinct;
    }
  }

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;
  private final List<Line> known = new ArrayList<>();
  private Line last;
  /** The beginning of a line whose rest has not come. */
  private byte[] begun = {};

  VerdictReader(InputStream in) {
    this.in = in;
  }

  /** Reads to the end of the answer. */
  Verdicts read() throws IOException {
    readHead();
    for (int left = chunkSize(); left > 0; left = chunkSize()) {
      while (left > 0) {
        fill();
        int here = Math.min(left, end - at);
        count(here);
        left -= here;
      }
      require(readLine().isEmpty(), "no line feed after a chunk");
    }
    require(begun.length == 0, "the answer ends within a line: " + new String(begun, UTF_8));
    return new Verdicts(
        known.stream().filter(line -> line.isDistinct).mapToLong(line -> line.times).sum(),
        known.stream().filter(line -> !line.isDistinct).mapToLong(line -> line.times).sum());
  }

  private void readHead() throws IOException {
    String status = readLine();
    require(status.startsWith("HTTP/1.1 200 "), "refused: " + status);
    boolean isChunked = false;
    for (String header = readLine(); !header.isEmpty(); header = readLine()) {
      isChunked |= header.equalsIgnoreCase("transfer-encoding: chunked");
    }
    require(isChunked, "the answer is no stream");
  }

  private int chunkSize() throws IOException {
    String size = readLine();
    try {
      int bytes = Integer.parseInt(size, 16);
      require(bytes > 0 || readLine().isEmpty(), "trailers after the last chunk");
      return bytes;
    } catch (NumberFormatException e) {
      throw new IOException("no size of a chunk: " + size, e);
    }
  }

  /** A line of HTTP itself. */
  private String readLine() throws IOException {
    var line = new StringBuilder();
    while (true) {
      fill();
      char next = (char) buffer[at++];
      if (next == '\n') {
        require(!line.isEmpty() && line.charAt(line.length() - 1) == '\r', "no CR: " + line);
        return line.substring(0, line.length() - 1);
      }
      line.append(next);
    }
  }

  /** Has at least one byte in the buffer. */
  private void fill() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(buffer));
      if (end == 0) {
        throw new EOFException("the server closed the connection");
      }
    }
  }

  /** Takes so many bytes of the body from the buffer. */
  private void count(int bytes) throws IOException {
    int stop = at + bytes;
    while (at < stop) {
      if (begun.length == 0 && last != null && isAt(last, stop)) {
        last.times++;
        at += last.bytes.length;
        continue;
      }
      int feed = at;
      while (feed < stop && buffer[feed] != '\n') {
        feed++;
      }
      int next = Math.min(feed + 1, stop);
      byte[] line = Arrays.copyOf(begun, begun.length + next - at);
      System.arraycopy(buffer, at, line, begun.length, next - at);
      at = next;
      begun = line;
      if (feed < stop) {
        last = find(line);
        last.times++;
        begun = new byte[0];
      }
    }
  }

  private boolean isAt(Line line, int stop) {
    int length = line.bytes.length;
    return stop - at >= length
        && Arrays.equals(buffer, at, at + length, line.bytes, 0, length);
  }

  private Line find(byte[] bytes) throws IOException {
    for (Line line : known) {
      if (Arrays.equals(line.bytes, bytes)) {
        return line;
      }
    }
    var line = new Line(bytes, isDistinct(new String(bytes, UTF_8)));
    known.add(line);
    return line;
  }

  /** What a line says that must be a verdict. */
  private static boolean isDistinct(String line) throws IOException {
    try {
      var verdict = new JsonObject(line);
      require(verdict.fieldNames().equals(MEMBERS) && !verdict.getMap().containsValue(null)
          && !verdict.getString("decidedBy").isEmpty()
          && verdict.getInteger("level") >= 0
          && verdict.getString("degradation").equals("NONE"), "no sound verdict: " + line);
      return switch (verdict.getString("decision")) {
        case "DISTINCT" -> true;
        case "DUPLICATE" -> false;
        default -> throw new IOException("no decision: " + line);
      };
    } catch (DecodeException | ClassCastException e) {
      throw new IOException("no verdict: " + line, e);
    }
  }

  private static void require(boolean is, String otherwise) throws IOException {
    if (!is) {
      throw new IOException(otherwise);
    }
  }
}
