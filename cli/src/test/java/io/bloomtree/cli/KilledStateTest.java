package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.tree.Birth;
import io.bloomtree.tree.HeapAgentStore;
import io.bloomtree.tree.HeapSliceStore;
import io.bloomtree.tree.MachineStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * P7 for things of every kind: a process that keeps them all is killed at random instants, under
 * load, and started again on what it left. Each thing is then exactly its twin in this process,
 * which was never killed and took the same acknowledged steps, and of those that were under way a
 * number of whole ones; filters to which half a step does no harm, half of one too.
 */
@Order(4)
@Timeout(240)
class KilledStateTest {
  private static final int ROUNDS = 52;
  /** So often it is stopped as one should, and what it left is checked the harder. */
  private static final int STOPPED_EVERY = 13;
  /** So often it is killed while it opens what it left. */
  private static final int OPENING_EVERY = 12;
  private static final int UNDER_WAY = 8;
  private static final int STEPS = 200;
  private static final int LONGEST_MICROS = 40_000;
  private static final KeptThing[] THINGS = KeptThing.values();

  @TempDir Path directory;

  private final Random random = new Random(20_261);
  private final ChildJvm jvm = ChildJvm.likeThis();
  private final Map<KeptThing, MachineStore> twins = new EnumMap<>(KeptThing.class);
  private final Map<KeptThing, Long> steps = new EnumMap<>(KeptThing.class);
  /** What was given to the process and not acknowledged, the oldest first. */
  private final Deque<StepRun> pending = new ArrayDeque<>();
  private int given;
  private int acknowledged;
  private int interrupted;
  private long kept;

  @Test
  void whatWasAcknowledgedIsThereHoweverOftenTheProcessIsKilled(TestReporter reporter)
      throws Exception {
    for (KeptThing thing : THINGS) {
      var filter = thing.plan().newSlice(0, KeptThing.SEED);
      twins.put(thing, thing.isAgent()
          ? new HeapAgentStore(1, Birth.FIRST, filter)
          : new HeapSliceStore(1, Birth.FIRST, filter));
    }
    var killer = Executors.newSingleThreadScheduledExecutor();
    try {
      for (int round = 1; round <= ROUNDS; round++) {
        if (round % OPENING_EVERY == 0) {
          try (var opening = new Keeper()) {
            killer.schedule(opening::kill, random.nextInt(400), TimeUnit.MILLISECONDS);
            opening.awaitEnd();
          }
        }
        try (var keeper = new Keeper()) {
          compare(keeper, round);
          if (round % STOPPED_EVERY == 0) {
            keeper.end();
            continue;
          }
          killer.schedule(
              keeper::kill, random.nextInt(LONGEST_MICROS), TimeUnit.MICROSECONDS);
          keeper.feed();
        }
      }
      try (var keeper = new Keeper()) {
        compare(keeper, ROUNDS + 1);
        keeper.end();
      }
    } finally {
      killer.shutdownNow();
    }
    reporter.publishEntry("kept", kept + " steps in " + ROUNDS + " rounds, "
        + interrupted + " of which ended in the middle of some");
    assertThat(interrupted).isGreaterThan(ROUNDS / 4);
  }

  /** Asks the process what it found, and whether that is what it had acknowledged. */
  private void compare(Keeper keeper, int round) throws IOException {
    while (!pending.isEmpty() && pending.element().number() <= acknowledged) {
      StepRun done = pending.remove();
      done.run(twins.get(done.thing()), done.operations(), operation -> {});
      steps.merge(done.thing(), (long) done.steps(), Long::sum);
      kept += done.steps();
    }
    Optional<StepRun> underWay = Optional.ofNullable(pending.poll());
    pending.clear(); // nobody has begun these
    acknowledged = given; // no number is given twice
    var progress = Progress.ofLong(Progress.in(directory).get(0));
    underWay.filter(run -> run.number() == progress.run()).ifPresent(run -> {
      steps.merge(run.thing(), (long) run.steps(), Long::sum);
      finish(keeper, run, progress.operation());
    });
    for (KeptThing thing : THINGS) {
      assertThat(keeper.ask(thing.toString())).as("%s in round %d", thing, round)
          .isEqualTo(thing.state(twins.get(thing)));
    }
  }

  /** All operations before one were done, that one perhaps, and none after it. */
  private void finish(Keeper keeper, StepRun run, int operation) {
    MachineStore twin = twins.get(run.thing());
    run.run(twin, operation, before -> {});
    interrupted++;
    if (!run.thing().isLoose()) {
      long found = keeper.ask(run.thing().toString());
      long before = run.thing().state(twin);
      if (found == before && !run.thing().isUnseen()) {
        return;
      }
      run.operate(twin, operation);
      assertThat(found).as("operation %d of %s was done or not", operation, run)
          .isIn(before, run.thing().state(twin));
      if (!run.thing().isUnseen()) {
        return;
      }
    } else {
      run.operate(twin, operation);
    }
    assertThat(keeper.ask(run + " " + operation)).isEqualTo(run.number());
  }

  /** The process that keeps everything. */
  private final class Keeper implements AutoCloseable {
    private final Process process;
    private final OutputStream input;
    private final BufferedReader output;

    Keeper() throws IOException {
      process = jvm.command(KindKeeper.class, directory.toString())
          .redirectError(Redirect.INHERIT).start();
      input = process.getOutputStream();
      output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    /** Gives it steps to do, as many at a time as it likes, until it is gone. */
    void feed() throws IOException {
      Map<KeptThing, Long> from = new EnumMap<>(steps);
      try {
        while (true) {
          while (given - acknowledged < UNDER_WAY) {
            KeptThing thing = THINGS[random.nextInt(THINGS.length)];
            long before = from.merge(thing, (long) STEPS, Long::sum) - STEPS;
            var run = new StepRun(thing, ++given, random.nextLong(), before, STEPS);
            pending.add(run);
            input.write((run + "\n").getBytes(UTF_8));
          }
          input.flush();
          awaitAcknowledged(acknowledged + UNDER_WAY / 2);
        }
      } catch (IOException gone) {
        awaitEnd();
      }
    }

    /** Until it has acknowledged so many. */
    void awaitAcknowledged(int number) throws IOException {
      while (acknowledged < number) {
        acknowledged = Integer.parseInt(readLine());
      }
    }

    private String readLine() throws IOException {
      String line = output.readLine();
      if (line == null) {
        throw new IOException("the process is gone");
      }
      return line;
    }

    long ask(String question) {
      try {
        input.write((question + "\n").getBytes(UTF_8));
        input.flush();
        return Long.parseLong(readLine());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Not by the process itself, which would close what it has last to say. */
    void kill() {
      process.toHandle().destroyForcibly();
    }

    /** Ends it as one should. */
    void end() throws IOException {
      input.close();
      awaitEnd();
      assertThat(process.exitValue()).isZero();
    }

    /** Takes what it has acknowledged before it ended. */
    void awaitEnd() throws IOException {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        acknowledged = Integer.parseInt(line);
      }
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    @Override public void close() {
      kill();
    }
  }
}
