package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of a stream when processes of a tree are killed, stopped, doubled and restarted in
 * the middle of it: P1, P2 and P3 between real processes. The tree is shared, and each test leaves
 * it whole; one that fails takes it down.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProcessFaults {
  @TempDir static Path directory;

  ProcessTree tree;
  ChildProcess athens;
  ChildProcess boston;

  @RegisterExtension final TestExecutionExceptionHandler onFailure = (context, failure) -> {
    System.out.println(tree.logged().collect(joining("\n")));
    closeTree();
    throw failure;
  };

  abstract String shape();

  /** Whether what a root slice has lost can concern an event. */
  abstract boolean concerns(Network network, Set<Integer> lost, long fingerprint);

  @BeforeEach
  void startTree() {
    if (tree == null) {
      tree = new ProcessTree(directory, shape(), "5m").start();
      athens = tree.producer("athens-1");
      boston = tree.producer("boston-1");
    }
  }

  @AfterEach
  void logsAreSingleLines() {
    if (tree != null) {
      assertThat(tree.logged()).allMatch(
          line -> line.matches("[^:]+: \\S+Z (INFO|WARN) .*")
              || line.contains("runs already, in another process"));
    }
  }

  @AfterAll
  void closeTree() {
    if (tree != null) {
      tree.close();
      tree = null;
    }
  }

  final OfferedStream begin(String prefix, ChildProcess... producers) {
    var stream = OfferedStream.begin(tree, prefix, producers);
    stream.awaitMore(300);
    return stream;
  }

  /** Nothing is lost, and no more is delivered again than lost state explains. */
  static void assertAtLeastOnce(
      int keys, List<Path> logs, long atRisk, TestReporter reporter) throws BadInputException {
    CheckReport report = VerdictCheck.of(logs).report();
    assertThat(report.droppedKeys()).isEmpty();
    assertThat(report.keys().delivered()).as("%s", report).isEqualTo(keys);
    assertThat(report.surplus().unexplained()).as("%s", report).isLessThanOrEqualTo(atRisk);
    reporter.publishEntry("delivered again", report.surplus().unexplained() + " of " + atRisk
        + " at risk, and " + report.surplus().excused() + " after degraded verdicts");
  }

  @Test
  void streamAtTwoEdgesIsDeliveredOnce() throws Exception {
    var stream = begin("two-edges", athens, boston);
    stream.awaitMore(1000);

    OfferedStream.assertOnce(stream.finish(), stream.logs());
  }

  @Test
  void killedRootSlicesLeakAtMostWhatTheyKnew(TestReporter reporter) throws Exception {
    var stream = begin("killed-root", athens);
    ChildProcess region = tree.node("ath-1");
    int before = region.log().size();

    tree.node("core-2").kill();
    region.awaitLog("does not answer", before);
    long atRisk = toldBy("core-2", stream.logs());
    tree.start("core-2");
    region.awaitLog("answers again", before);
    stream.awaitMore(300);
    int keys = stream.finish();
    var again = OfferedStream.begin(tree, "killed-root", boston);
    again.finish(keys);

    var logs = new ArrayList<>(stream.logs());
    logs.addAll(again.logs());
    assertAtLeastOnce(keys, logs, atRisk, reporter);
  }

  /** Of how many events a producer was told that they are distinct by slices of a host. */
  private long toldBy(String host, List<Path> logs) throws BadInputException {
    Network network = tree.network();
    Set<Integer> lost = new HashSet<>();
    network.hostedBy(host).forEach(slice -> lost.add(slice.slice()));
    var keys = new HashSet<Long>();
    for (Path log : logs) {
      VerdictLogReader.read(log, new VerdictReceiver() {
        @Override public void log() {}

        @Override public void torn() {}

        @Override public void entry(VerdictEntry entry) {
          if (entry.told() == VerdictEntry.Told.DISTINCT && !entry.isDegraded()) {
            keys.add(network.topology().keyHash().fingerprint(entry.key()));
          }
        }
      });
    }
    return keys.stream().filter(key -> concerns(network, lost, key)).count();
  }

}
