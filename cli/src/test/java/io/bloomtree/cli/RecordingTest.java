package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.wire.NodeId;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingTest {
  private static final List<NodeId> EDGES =
      List.of(new NodeId("a"), new NodeId("b"), new NodeId("c"));

  private final EdgeSpread spread = new EdgeSpread(EDGES);

  private Recording recording(RecordingFormat format, MalformedPolicy policy, String text)
      throws BadInputException {
    var lines = RecordedLines.of("log", new ByteArrayInputStream(text.getBytes(UTF_8)), 10_000);
    return new Recording("log", lines, format, spread, 100, policy);
  }

  /** Each event as {@code edge:key}. */
  private static List<String> all(Recording recording) throws BadInputException {
    var all = new ArrayList<String>();
    for (var event = recording.next(); event.isPresent(); event = recording.next()) {
      all.add(event.get().edge() + ":" + new String(event.get().key(), UTF_8));
    }
    return all;
  }

  @Test
  void edgesOfTheTreeAreTakenByTheirNames() throws BadInputException {
    var recording = recording(
        RecordingFormat.EDGE_KEY, MalformedPolicy.FAIL, "b\tx\na\ty\tz\nc\t x\n");

    assertThat(all(recording)).containsExactly("1:x", "0:y\tz", "2: x");
    assertThat(spread.strangers()).isEmpty();
  }

  @Test
  void edgesTheTreeDoesNotHaveAlwaysGetTheSameOne() throws BadInputException {
    var recording = recording(
        RecordingFormat.EDGE_KEY, MalformedPolicy.FAIL, "e1\tx\ne2\tx\ne3\tx\ne4\tx\ne1\tx\n");

    var all = all(recording);
    assertThat(all.get(0)).isEqualTo(all.get(4));
    assertThat(all.stream().distinct().count()).isGreaterThan(1);
    assertThat(spread.strangers()).containsExactly("e1", "e2", "e3", "e4");
    assertThat(new EdgeSpread(EDGES).named("e1")).isEqualTo(spread.named("e1"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
    "1.2.3.4 - - [17/May/2015:10:05:03 +0000] \"GET /a?b=c HTTP/1.1\" 200 20 | /a?b=c",
    "::1 - bob [17/May/2015] \"GET /a HTTP/1.1\" 200 20 \"http://x/\" \"Mozilla (X; Y)\" | /a",
    "h - - [t] \"GET /two words HTTP/1.1\" 200 1 | /two words",
    "h - - [t] \"GET /old\" 200 1 | /old",
    "h - - [t] \"GET /quo\\\"te HTTP/1.0\" 200 1 | /quo\\\"te",
    "h - - [t] \"GET /x\" | /x",
  })
  void urlsAreTheKeysOfWebLogs(String line, String url) throws BadInputException {
    assertThat(all(recording(RecordingFormat.CLF, MalformedPolicy.FAIL, line + "\n")))
        .singleElement().asString().endsWith(":" + url);
  }

  @Test
  void aClientStaysAtItsEdge() throws BadInputException {
    var text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append("10.0.0.").append(i % 20).append(" - - [t] \"GET /x HTTP/1.1\" 200 1\n");
    }

    var all = all(recording(RecordingFormat.CLF, MalformedPolicy.FAIL, text.toString()));
    assertThat(all.subList(0, 20)).isEqualTo(all.subList(20, 40)).contains("0:/x", "1:/x", "2:/x");
  }

  @Test
  void linesGoRound() throws BadInputException {
    assertThat(all(recording(RecordingFormat.LINES, MalformedPolicy.FAIL, "x\ny\nz\nx\n")))
        .containsExactly("0:x", "1:y", "2:z", "0:x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no tab", "", "\tkey", "edge\t"})
  void linesWithoutEdgeOrKeyAreMalformed(String line) throws BadInputException {
    var recording = recording(
        RecordingFormat.EDGE_KEY, MalformedPolicy.FAIL, "a\tx\n" + line + "\n");

    assertThat(recording.next()).isPresent();
    assertThatThrownBy(recording::next)
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("log:2: ")
        .hasMessageEndingWith("'" + line.replace("\t", "<TAB>") + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "hello", "h - - [t] GET /x 200", "h - - [t] \"GET /x HTTP/1.1", "h - - [t] \"-\" 408 0",
    "h - - [t] \"\" 400 0", "h - - [t] \"GET HTTP/1.1\" 400 0", "h - - \"GET /x\"", ""})
  void linesThatNoWebServerWritesAreMalformed(String line) throws BadInputException {
    var recording = recording(RecordingFormat.CLF, MalformedPolicy.FAIL, line + "\n");

    assertThatThrownBy(recording::next)
        .isInstanceOf(BadInputException.class).hasMessageStartingWith("log:1: ");
  }

  @Test
  void aNameThatNoEdgeCanHaveIsMalformed() throws BadInputException {
    var recording =
        recording(RecordingFormat.EDGE_KEY, MalformedPolicy.FAIL, "e".repeat(256) + "\tkey\n");

    assertThatThrownBy(recording::next)
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("log:1: the edge has 256 bytes, more than the 255 of a name: ");
  }

  @Test
  void producersMayHaveNamesOfAnyLength() {
    assertThat(spread.of(new byte[200_000])).isBetween(0, 2);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void anyBytesAreEventsOrMalformedLines(long seed) throws BadInputException {
    String alphabet = "ab \t\"[]-\\\n\n\r\0\u00e9HTTP/";
    var random = new Random(seed);
    var text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    text.append("end\n");
    for (RecordingFormat format : RecordingFormat.values()) {
      var recording = recording(format, MalformedPolicy.SKIP, text.toString());

      long events = all(recording).size();
      assertThat(events + recording.malformed())
          .isEqualTo(text.chars().filter(c -> c == '\n').count());
    }
  }

  @Test
  void malformedLinesAreSkippedAndTheFirstAreTold() throws BadInputException {
    var recording = recording(RecordingFormat.LINES, MalformedPolicy.SKIP,
        "x\n\n" + "y".repeat(101) + "\n" + "z".repeat(20_000) + "\n\0\u001b[31m\n\n\n\nlast\n");

    assertThat(all(recording)).containsExactly("0:x", "0:last");
    assertThat(recording.malformed()).isEqualTo(7);
    assertThat(recording.complaints()).hasSize(5);
    assertThat(recording.complaints().get(0)).isEqualTo("log:2: the key is empty: ''");
    assertThat(recording.complaints().get(1))
        .startsWith("log:3: the key has 101 bytes, more than the 100 of limits.key: 'yyy");
    assertThat(recording.complaints().get(2)).startsWith("log:4: the line has more than 10000");
    assertThat(recording.complaints().get(3))
        .isEqualTo("log:5: a zero byte: this is no text: '??[31m'");
  }
}
