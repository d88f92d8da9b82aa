package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictLogReaderTest {
  private static final String HEADER = "# bloomtree verdict log v1\n";
  private static final String LINE =
      "1700000000123\tathens-1\t1\tdistinct\troot\t0\t-\tconfirmed\tclick\n";

  private static List<String> read(byte[] log) throws BadInputException {
    var recorder = new VerdictLogTest.Recorder();
    VerdictLogReader.read("a.log", new ByteArrayInputStream(log), recorder);
    return recorder.heard;
  }

  private static List<String> read(String log) throws BadInputException {
    return read(log.getBytes(UTF_8));
  }

  private static CheckReport check(String log) throws BadInputException {
    var check = new VerdictCheck();
    VerdictLogReader.read("a.log", new ByteArrayInputStream(log.getBytes(UTF_8)), check);
    return check.report();
  }

  private static void assertRefused(String log, String message) {
    assertThatThrownBy(() -> check(log)).isInstanceOf(BadInputException.class).hasMessage(message);
  }

  @Test
  void theLeastLogIsOfVerdictsAndKeysAndDistinctMeansDelivered() throws BadInputException {
    assertThat(read("# columns: verdict key\ndistinct\ta b\nduplicate\t#a\nfailed\tc\n"))
        .containsExactly(
            "log",
            "OptionalLong.empty DISTINCT false CONFIRMED [97, 32, 98]",
            "OptionalLong.empty DUPLICATE false OPEN [35, 97]",
            "OptionalLong.empty FAILED false OPEN [99]");
  }

  @Test
  void theDocumentedLogIsOne() throws Exception {
    String document = Files.readString(Path.of("docs/check.md"));
    String log = document.substring(document.indexOf("\n" + HEADER) + 1);

    CheckReport report = check(log.substring(0, log.indexOf("```")));

    assertThat(report.told()).isEqualTo(new CheckReport.Told(1, 0, 1, 0, 1));
    assertThat(report.settled()).isEqualTo(new CheckReport.Settled(1, 0, 0, 0));
  }

  @Test
  void columnsMayBeNamedInAnyOrderBelowTheHeaderToo() throws BadInputException {
    assertThat(read(HEADER + "#  columns are named below\n"
        + "# columns:\tsettled degradation  verdict\toffer key\n"
        + "-\tslice-away\tdistinct\t7\ta\n"))
        .containsExactly("log", "OptionalLong[7] DISTINCT true OPEN [97]");
  }

  @Test
  void linesOfWindowsAndGzipAreReadToo() throws BadInputException {
    var plain = read(HEADER + LINE);

    assertThat(read((HEADER + LINE).replace("\n", "\r\n"))).isEqualTo(plain);
    assertThat(read(RecordedLinesTest.gzip((HEADER + LINE).getBytes(UTF_8)))).isEqualTo(plain);
  }

  @Test
  void logsPutOneAfterTheOtherAreSeveral() throws BadInputException {
    assertThat(check(HEADER + LINE + HEADER + LINE + "# columns: verdict key\ndistinct\tclick\n"))
        .satisfies(report -> {
          assertThat(report.logs()).isEqualTo(3);
          assertThat(report.surplus().unexplained()).isEqualTo(2);
        });
  }

  @Test
  void anEmptyLogIsOfAProducerThatNeverCameToWriting() throws BadInputException {
    assertThat(read("")).containsExactly("log");
    assertThat(read("# bloom")).containsExactly("log", "torn");
    assertThat(read(HEADER)).containsExactly("log");
  }

  @Test
  void aLastLineWithoutItsEndIsTornThoughItLooksWhole() throws BadInputException {
    assertThat(read(HEADER + LINE.strip())).containsExactly("log", "torn");
  }

  /** Of the lines here, spaces stand for tabs. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "7 a 1 distinct root 0 - confirmed | must have 9 columns, with tabs between them:"
        + " time, edge, offer, verdict, by, level, degradation, settled, key",
    "7 a 1 distinct root 0 - confirmed k k | must have 9 columns, with tabs between them:"
        + " time, edge, offer, verdict, by, level, degradation, settled, key",
    "'7 a 1 distinct root 0 - confirmed ' | the key is empty",
    "7 a 1 distinct root 0 - confirmed \\k"
        + " | in a key \\ must be followed by \\, t, r, n or x and two hex digits",
    "7 a 1 Distinct root 0 - confirmed k"
        + " | verdict must be one of distinct, duplicate, failed: 'Distinct'",
    "12:30 a 1 distinct root 0 - confirmed k | time must be milliseconds since 1970: '12:30'",
    "7 a/b 1 distinct root 0 - confirmed k | edge must be the id of a node: 'a/b'",
    "7 a 0 distinct root 0 - confirmed k | offer must be a number from 1 or -: '0'",
    "7 a 1 distinct - 0 - confirmed k | by must be the id of a node: '-'",
    "7 a 1 distinct root - - confirmed k | level must be a number: '-'",
    "7 a 1 distinct root 0 none confirmed k"
        + " | degradation must be one of slice-away, owner-away, parent-away, state-lost: 'none'",
    "7 a 1 distinct root 0 - done k | settled must be one of confirmed, released, -: 'done'",
    "7 a 1 duplicate root 0 - confirmed k | settled must be one of -: 'confirmed'",
    "7 a 1 failed root 0 held - k | level must be - for failed: '0'",
    "7 a 1 failed root - slow - k | degradation must be one of"
        + " held, busy, overloaded, parent-away, fenced, state-failed, closed: 'slow'",
    "7 a 1 failed root - held released k | settled must be one of confirmed, -: 'released'",
  })
  void malformedLinesAreRefusedWithTheirPlaceAndWhatIsExpected(String line, String message) {
    assertRefused(HEADER + "# a remark\n" + line.replace(' ', '\t') + "\n",
        "a.log:3: " + message);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "verdict | there must be a column 'verdict', and 'key' must be the last: verdict",
    "key verdict | there must be a column 'verdict', and 'key' must be the last: key verdict",
    "key | there must be a column 'verdict', and 'key' must be the last: key",
    "verdict verdict key | column 'verdict' is named twice",
    "verdict host key | there is no column 'host', only time, edge, offer, verdict, by, level,"
        + " degradation, settled, key",
  })
  void columnsThatMakeNoSenseAreRefused(String columns, String message) {
    assertRefused("# columns: " + columns + "\n", "a.log:1: " + message);
  }

  @Test
  void whatIsNoLogIsRefusedByItsFirstLine() {
    String expected = "the first line must be '# bloomtree verdict log v1' or '# columns: ..' with "
        + "the names of columns";

    assertRefused("10.0.0.1 - - GET\n", "a.log:1: " + expected);
    assertRefused("# of mine\n", "a.log:1: " + expected);
    assertRefused("# bloomtree verdict log v2\n",
        "a.log:1: must be version v1: # bloomtree verdict log v2");
    assertThatThrownBy(() -> read(new byte[] {'#', (byte) 0xff, '\n'}))
        .hasMessage("a.log:1: not UTF-8");
  }

  @Test
  void offersHaveGrowingNumbersAndAreSettledOnce() {
    String log = "# columns: offer verdict settled key\n5\tdistinct\t-\ta\n";
    String notOpen = " is not open: offers must have growing numbers, and only a distinct one that "
        + "is not settled may have another line";

    assertRefused(log + "5\tdistinct\tconfirmed\tb\n",
        "a.log:3: offer 5 must have the key that it had before");
    assertRefused(log + "5\tduplicate\t-\ta\n",
        "a.log:3: offer 5 is open: it must be distinct and confirmed, or released");
    assertRefused(log + "5\tdistinct\t-\ta\n",
        "a.log:3: offer 5 is open: it must be distinct and confirmed, or released");
    assertRefused(log + "4\tdistinct\tconfirmed\ta\n", "a.log:3: offer 4" + notOpen);
    assertRefused(log + "5\tdistinct\tconfirmed\ta\n5\tdistinct\tconfirmed\ta\n",
        "a.log:4: offer 5" + notOpen);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void damagedLogsAreReadOrRefusedAndNothingElse(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      byte[] log = (HEADER + LINE + LINE.replace("\t1\t", "\t2\t")).getBytes(ISO_8859_1);
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        log[random.nextInt(log.length)] = (byte) random.nextInt();
      }
      try {
        VerdictLogReader.read("a.log", new ByteArrayInputStream(log), new VerdictCheck());
      } catch (BadInputException e) {
        assertThat(e).hasMessageMatching("a\\.log(:\\d)?: .+");
      }
    }
  }
}
