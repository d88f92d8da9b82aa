package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.cli.Ending.Cause;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of lines through the filter, over edges that do as the test says. */
@Timeout(60)
class LineFilterTest {
  private static final NodeId EDGE = new NodeId("edge");
  private static final FilterLimits LIMITS = new FilterLimits(100, 50, 4, 3);

  private final StringWriter err = new StringWriter();
  private final List<Duration> pauses = new ArrayList<>();

  private static Resolution verdict(Decision decision) {
    return new Resolution.Verdict(decision, EDGE, 1, Degradation.NONE);
  }

  private static Resolution failure(Reason reason) {
    return new Resolution.Failure(reason, EDGE);
  }

  /** Decides at once, as a set does. Thread-safe: what is offered again comes from elsewhere. */
  private static final class SetOffers implements KeyOffers {
    private final Set<String> seen = new HashSet<>();

    @Override public CompletionStage<List<Resolution>> offerAll(byte[][] keys) {
      return CompletableFuture.completedFuture(decide(keys));
    }

    synchronized List<Resolution> decide(byte[][] keys) {
      return Arrays.stream(keys)
          .map(key -> seen.add(new String(key, UTF_8)) ? Decision.DISTINCT : Decision.DUPLICATE)
          .map(LineFilterTest::verdict)
          .toList();
    }
  }

  private LineFilter filter(
      InputStream in, KeyOffers offers, OutputStream out, OutputStream again) {
    return filter(in, offers, out, again, RunLog.none());
  }

  private LineFilter filter(
      InputStream in, KeyOffers offers, OutputStream out, OutputStream again, RunLog log) {
    var flights = new Flights(LIMITS.flights());
    return new LineFilter(
        new LineOfferer(in, new WholeLine(), MalformedPolicy.FAIL, LIMITS, offers, flights),
        flights,
        new PatientOffers(offers, pauses::add),
        new FilterOutputs(
            Sink.to("standard output", out), Sink.to("again.txt", again), log, EDGE),
        new DesignLoad(1_000_000, 0.001),
        new FilterConsole(new PrintWriter(err), false, () -> 0));
  }

  private static InputStream lines(int from, int to) {
    return new ByteArrayInputStream(text(from, to).getBytes(UTF_8));
  }

  private static String text(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }

  @Test
  void lineIsWrittenThoughTheInputHasNothingMoreToSayForNow() throws Exception {
    var written = new LinkedBlockingQueue<String>();
    var out = new OutputStream() {
      @Override public void write(int b) {
        throw new AssertionError("writes one by one");
      }

      @Override public void write(byte[] bytes, int offset, int length) {
        written.add(new String(bytes, offset, length, UTF_8));
      }
    };
    var source = new PipedOutputStream();
    var filter = filter(
        new PipedInputStream(source), new SetOffers(), out, OutputStream.nullOutputStream());
    var running = CompletableFuture.supplyAsync(() -> {
      try {
        return filter.run();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });

    for (String line : List.of("a\n", "b\n")) {
      source.write(line.getBytes(UTF_8));
      source.flush();
      assertThat(written.poll(30, TimeUnit.SECONDS)).isEqualTo(line);
    }
    source.close();

    assertThat(running.get(30, TimeUnit.SECONDS).cause()).isEqualTo(Cause.END_OF_INPUT);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void orderIsKeptAndFewBatchesWaitHoweverLateVerdictsCome(long seed) throws Exception {
    var random = new Random(seed);
    var decided = new SetOffers();
    var most = new AtomicInteger();
    Deque<Runnable> held = new ArrayDeque<>();
    KeyOffers offers = keys -> {
      var future = new CompletableFuture<List<Resolution>>();
      var resolutions = decided.decide(keys);
      held.addFirst(() -> future.complete(resolutions));
      most.accumulateAndGet(held.size(), Math::max);
      // the last that came is answered first, and none is left when no more may come
      boolean isLast = new String(keys[keys.length - 1], UTF_8).equals("end");
      if (isLast || held.size() == LIMITS.flights() || random.nextInt(3) == 0) {
        held.forEach(Runnable::run);
        held.clear();
      }
      return future;
    };
    var in = new ByteArrayInputStream((text(0, 2_000) + text(0, 2_000) + "end").getBytes(UTF_8));
    var out = new ByteArrayOutputStream();
    var again = new ByteArrayOutputStream();

    filter(in, offers, out, again).run();

    assertThat(out).hasToString(text(0, 2_000) + "end");
    assertThat(again).hasToString(text(0, 2_000));
    assertThat(most).hasValue(LIMITS.flights());
  }

  @Test
  void whatNobodyDecidedOnIsOfferedAgain() throws Exception {
    var decided = new SetOffers();
    var calls = new AtomicInteger();
    KeyOffers offers = keys -> {
      List<Resolution> resolutions = new ArrayList<>();
      for (byte[] key : keys) {
        resolutions.add(calls.incrementAndGet() % 3 == 0
            ? failure(Reason.PARENT_AWAY)
            : decided.decide(new byte[][] {key}).get(0));
      }
      return CompletableFuture.completedFuture(resolutions);
    };
    var out = new ByteArrayOutputStream();
    var filter = filter(lines(0, 100), offers, out, OutputStream.nullOutputStream());

    filter.run();

    assertThat(out).hasToString(text(0, 100));
    assertThat(filter.tally().distinct()).isEqualTo(100);
    assertThat(filter.tally().undecided()).isZero();
    assertThat(pauses).isNotEmpty();
  }

  @Test
  void whatStaysUndecidedIsDeliveredAndCountedP1() throws Exception {
    KeyOffers offers = keys -> CompletableFuture.completedFuture(
        Arrays.stream(keys).map(key -> failure(Reason.OVERLOADED)).toList());
    var out = new ByteArrayOutputStream();
    var filter = filter(lines(0, 100), offers, out, OutputStream.nullOutputStream());

    Ending ending = filter.run();
    var summary = new FilterSummary(ending, filter.tally(), Duration.ofSeconds(1));

    assertThat(out).hasToString(text(0, 100));
    assertThat(summary.exitCode()).isEqualTo(1);
    assertThat(summary.text())
        .contains("100 undecided (delivered, may be duplicates: overloaded 100)");
    assertThat(summary.json()).contains("\"undecidedByReason\":{\"overloaded\":100}");
    assertThat(pauses).as("only the first batch is waited for so long").hasSize(7);
  }

  @Test
  void agentThatWasReplacedIsNotAskedAgain() throws Exception {
    KeyOffers offers = keys -> CompletableFuture.completedFuture(
        Arrays.stream(keys).map(key -> failure(Reason.FENCED)).toList());
    var out = new ByteArrayOutputStream();

    filter(lines(0, 10), offers, out, OutputStream.nullOutputStream()).run();

    assertThat(out).hasToString(text(0, 10));
    assertThat(pauses).isEmpty();
  }

  @Test
  void closedOutputEndsTheRunThoughTheInputIsSilentAndDuplicatesAreKept() throws Exception {
    var source = new PipedOutputStream();
    var in = new PipedInputStream(source);
    source.write("a\na\nb\nb\n".getBytes(UTF_8));
    source.flush();
    var again = new ByteArrayOutputStream();

    Ending ending = filter(in, new SetOffers(), failing("Broken pipe"), again).run();

    assertThat(ending).isEqualTo(Ending.of(Cause.OUTPUT_CLOSED));
    assertThat(again.toString(UTF_8)).isEqualTo("a\nb\n");
  }

  @Test
  void duplicatesThatCannotBeWrittenFailTheRunAfterTheLinesBefore() throws Exception {
    var out = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream("a\nb\nc\na\n".getBytes(UTF_8));

    Ending ending = filter(in, new SetOffers(), out, failing("No space left on device")).run();

    assertThat(ending.cause()).isEqualTo(Cause.OUTPUT_FAILED);
    assertThat(ending.message()).contains("cannot write to again.txt: No space left on device");
    assertThat(out).hasToString("a\nb\nc\n");
  }

  @Test
  void logThatCannotBeWrittenFailsTheRunAndTheOthersGetWhatIsTheirs() throws Exception {
    var out = new ByteArrayOutputStream();
    var again = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream("a\nb\na\n".getBytes(UTF_8));

    Ending ending = filter(in, new SetOffers(), out, again, log(failing("No space left"))).run();

    assertThat(ending).isEqualTo(
        Ending.of(Cause.OUTPUT_FAILED, "cannot write to v.log: No space left"));
    assertThat(out).hasToString("a\nb\n");
    assertThat(again).hasToString("a\n");
  }

  @Test
  void closedOutputLeavesTheLogComplete() throws Exception {
    var log = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream("a\n".getBytes(UTF_8));

    Ending ending = filter(in, new SetOffers(), failing("Broken pipe"),
        OutputStream.nullOutputStream(), log(log)).run();

    assertThat(ending).isEqualTo(Ending.of(Cause.OUTPUT_CLOSED));
    assertThat(log.toString(UTF_8))
        .endsWith("0\tedge\t1\tdistinct\tedge\t1\t-\tconfirmed\ta\n");
  }

  @Test
  void undecidedLinesAreLoggedAsDelivered() throws Exception {
    var log = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream("a\n".getBytes(UTF_8));
    KeyOffers offers = keys -> CompletableFuture.completedFuture(List.of(failure(Reason.FENCED)));

    filter(in, offers, OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), log(log))
        .run();

    assertThat(log.toString(UTF_8))
        .endsWith("0\tedge\t1\tfailed\tedge\t-\tfenced\tconfirmed\ta\n");
  }

  private static RunLog log(OutputStream target) {
    return RunLog.to(VerdictLog.to(Sink.to("v.log", target)),
        Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), Settlement.CONFIRMED);
  }

  @Test
  void brokenPipeOfTheDuplicatesIsAFailure() throws Exception {
    var in = new ByteArrayInputStream("a\na\n".getBytes(UTF_8));

    Ending ending =
        filter(in, new SetOffers(), OutputStream.nullOutputStream(), failing("Broken pipe")).run();

    assertThat(ending.cause()).isEqualTo(Cause.OUTPUT_FAILED);
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @Test
  void inputThatFailsEndsTheRunAfterAllBeforeItWasWritten() throws Exception {
    var in = new InputStream() {
      private boolean read;

      @Override public int read() {
        throw new AssertionError("reads one by one");
      }

      @Override public int read(byte[] to, int offset, int length) throws IOException {
        if (read) {
          throw new IOException("Input/output error");
        }
        read = true;
        byte[] text = "a\nb\ncut o".getBytes(UTF_8);
        System.arraycopy(text, 0, to, offset, text.length);
        return text.length;
      }
    };
    var out = new ByteArrayOutputStream();

    Ending ending = filter(in, new SetOffers(), out, OutputStream.nullOutputStream()).run();

    assertThat(ending.cause()).isEqualTo(Cause.INPUT_FAILED);
    assertThat(ending.message()).contains("cannot read standard input: Input/output error");
    assertThat(out).hasToString("a\nb\n");
  }

  @Test
  void ownMistakesAreNotHidden() {
    KeyOffers thrown = keys -> {
      throw new IllegalStateException("the agent is closed");
    };
    KeyOffers failed = keys -> CompletableFuture.failedFuture(new IllegalStateException("broken"));
    for (KeyOffers offers : List.of(thrown, failed)) {
      assertThatThrownBy(() -> filter(lines(0, 10), offers, OutputStream.nullOutputStream(),
          OutputStream.nullOutputStream()).run())
          .isInstanceOf(IllegalStateException.class)
          .hasCauseInstanceOf(IllegalStateException.class);
    }
  }
}
