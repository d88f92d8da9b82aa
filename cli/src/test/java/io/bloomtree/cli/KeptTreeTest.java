package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tree that keeps its state: processes are killed under load, restarted with another topology,
 * and robbed of their files. P1, P2 and P7 between real processes. The tree is shared, and goes
 * from one test to the next as a tree does that somebody operates.
 */
@Order(2)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeptTreeTest {
  /** So long that a process that is started again was never away: nothing has to be degraded. */
  private static final ProcessTree.Times PATIENT = new ProcessTree.Times("15s", "40s", "18s");
  private static final int SOME_KEYS = 2_000;

  @TempDir static Path directory;

  private ProcessTree tree;
  private ChildProcess athens;
  private ChildProcess boston;
  private int lives;

  @RegisterExtension final TestExecutionExceptionHandler onFailure = (context, failure) -> {
    System.out.println(tree.logged().collect(joining("\n")));
    throw failure;
  };

  @BeforeAll
  void startTree() {
    tree = new ProcessTree(directory, shape(0, 2), "100k", PATIENT).start();
    startProducers();
  }

  private static String shape(int epoch, int slices) {
    return """
        epoch: %d
        data: %s
        root: { slices: { count: %d }, hosts: [core-1, core-2] }
        """.formatted(epoch, data(), slices);
  }

  private static Path data() {
    return directory.resolve("data");
  }

  private void startProducers() {
    lives++;
    athens = tree.producer("athens-1", "athens-1." + lives);
    boston = tree.producer("boston-1", "boston-1." + lives);
  }

  @AfterAll
  void closeTree() {
    tree.close();
  }

  @Test @Order(1)
  void killedProcessesGoOnWhereTheyWere() throws Exception {
    var stream = OfferedStream.begin(tree, "killed", athens, boston);
    for (String host : List.of("core-2", "ath-1", "core-1", "nyc-1")) {
      stream.awaitMore(300);
      tree.node(host).kill();
      tree.start(host).awaitLog("state of a process that was killed, nothing is missing");
    }
    stream.awaitMore(300);
    int keys = stream.finish();
    assertOnceAndNeverDegraded(keys, stream.logs());

    ChildProcess other = tree.producer("athens-2");
    var again = OfferedStream.begin(tree, "killed", other);
    again.finish(keys);
    end(other);

    var logs = new ArrayList<>(stream.logs());
    logs.addAll(again.logs());
    assertOnceAndNeverDegraded(keys, logs);
  }

  @Test @Order(2)
  void killedAgentHasConfirmedWhatItConfirmed() throws Exception {
    var stream = OfferedStream.begin(tree, "agent", athens, boston);
    stream.awaitMore(600);
    athens.kill();
    athens = tree.producer("athens-1", "athens-1.killed");
    athens.awaitLog("state of a process that was killed, nothing is missing");
    var next = OfferedStream.begin(tree, "agent", athens);
    next.awaitMore(300);
    boston.say("hold agent");
    int keys = Integer.parseInt(boston.awaitOut("held agent "));
    boston.say("finish agent " + keys);
    next.finish(keys);
    boston.awaitOut("done agent");

    var logs = new ArrayList<>(stream.logs());
    logs.addAll(next.logs());
    CheckReport report = VerdictCheck.of(logs).report();
    assertThat(report.doubledKeys()).as("%s", report).isEmpty();
    // it had these in hand, and nobody knows whether it got to deliver them before it died
    assertThat(report.keys().dropped()).as("%s", report).isEqualTo(report.droppedAfterClaim());
    assertThat(report.droppedAfterClaim()).isLessThanOrEqualTo(report.settled().unsettled());
    assertThat(report.keys().delivered() + report.keys().dropped()).isGreaterThanOrEqualTo(keys);
    assertThat(report.told().degradedDistinct()).isZero();
  }

  @Test @Order(3)
  void wholeTreeTakesAnotherTopologyUnderLoad() throws Exception {
    var stream = OfferedStream.begin(tree, "resized", athens, boston);
    stream.awaitMore(300);

    tree.change(shape(1, 4), "200k");
    ProcessTree.HOSTS.forEach(tree::restart);
    stream.awaitMore(300);
    int keys = stream.finish();
    end(athens);
    end(boston);
    startProducers();
    var again = OfferedStream.begin(tree, "resized", athens, boston);
    again.finish(Math.min(keys, SOME_KEYS));

    var logs = new ArrayList<>(stream.logs());
    logs.addAll(again.logs());
    assertOnceAndNeverDegraded(keys, logs);
  }

  private static void end(ChildProcess producer) {
    producer.endInput();
    assertThat(producer.awaitExit()).isZero();
  }

  @Test @Order(4)
  void rootSliceWhoseFilesAreGoneIsRebuiltFromItsRegions() throws Exception {
    var before = OfferedStream.begin(tree, "robbed", athens, boston);
    before.awaitMore(300);
    int keys = before.finish();

    tree.node("core-2").terminate();
    tree.node("core-2").awaitExit();
    deleteSlice("root.1");
    ChildProcess robbed = tree.start("core-2");
    robbed.awaitLog("root/1: has lost its state");
    robbed.awaitLog("root/1: rebuilt");
    robbed.awaitLog("root/1: state is whole again"); // claims were lost too: a lease must pass

    var after = OfferedStream.begin(tree, "robbed", tree.producer("athens-2", "athens-2.2"));
    after.finish(keys);
    var fresh = OfferedStream.begin(tree, "fresh", athens, boston);
    fresh.awaitMore(300);
    assertOnceAndNeverDegraded(fresh.finish(), fresh.logs());
    var logs = new ArrayList<>(before.logs());
    logs.addAll(after.logs());
    assertOnceAndNeverDegraded(keys, logs);
  }

  /** With everything that says that it was ever there. */
  private static void deleteSlice(String name) throws IOException {
    Path tree = data().resolve("processes");
    try (Stream<Path> files = Files.walk(tree.resolve(name))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    Files.delete(tree.resolve("known").resolve(name));
  }

  private static void assertOnceAndNeverDegraded(int keys, List<Path> logs)
      throws BadInputException {
    OfferedStream.assertOnce(keys, logs);
    CheckReport report = VerdictCheck.of(logs).report();
    assertThat(report.told().degradedDistinct()).as("%s", report).isZero();
    assertThat(report.told().degradedDuplicates()).as("%s", report).isZero();
  }
}
