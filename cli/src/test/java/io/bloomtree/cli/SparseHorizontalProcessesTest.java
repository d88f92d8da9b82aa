package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Faults of processes in a sparse tree whose root slices have events of their own. */
class SparseHorizontalProcessesTest extends ProcessFaults {
  /** Longer than it takes a cluster to give a silent member up. */
  private static final Duration LONG = Duration.ofSeconds(24);

  @Override String shape() {
    return """
        mode: sparse
        root: { slices: { count: 4, scheme: horizontal }, hosts: [core-1, core-2] }
        """;
  }

  @Override boolean concerns(Network network, Set<Integer> lost, long fingerprint) {
    return lost.contains(network.plan(new NodeId("root")).owner(fingerprint));
  }

  @Test
  void nextIncarnationOfADeadAgentGetsWhatItHadClaimed() throws Exception {
    ChildProcess dying = tree.producer("athens-2");
    Path last = tree.file("incarnation.tsv");
    dying.say("halt incarnation-0 " + last);
    assertThat(dying.awaitExit()).isEqualTo(Producer.HALTED);

    ChildProcess next = tree.producer("athens-2");
    var stream = begin("incarnation", next, boston);
    int keys = stream.finish();
    next.endInput();
    assertThat(next.awaitExit()).isZero();

    var logs = new ArrayList<>(stream.logs());
    logs.add(last);
    OfferedStream.assertOnce(keys, logs);
  }

  @Test
  void stoppedRegionIsNoticedAndFoundAgain() throws Exception {
    var stream = begin("stopped-region", athens, boston);
    int before = athens.log().size();

    tree.node("ath-1").suspend();
    athens.awaitLog("parent eu does not answer: policy fail", before);
    awaitFailures(stream);
    tree.node("ath-1").resume();
    athens.awaitLog("parent eu answers again", before);
    stream.awaitMore(300);

    OfferedStream.assertOnce(stream.finish(), stream.logs());
  }

  private static void awaitFailures(OfferedStream stream) {
    await("offers fail").atMost(ChildProcess.PATIENCE).untilAsserted(() ->
        assertThat(stream.report().told().failed()).isPositive());
  }

  @Test
  void stoppedRegionGivesWayToItsSuccessor() throws Exception {
    var stream = begin("replaced-region", athens, boston);
    int before = athens.log().size();
    ChildProcess first = tree.node("ath-1");

    first.suspend();
    athens.awaitLog("parent eu does not answer", before);
    ChildProcess second = tree.launchSecond("ath-1");
    second.awaitLog("running eu");
    athens.awaitLog("parent eu answers again", before);
    stream.awaitMore(300);
    first.resume();
    first.awaitLog("another process has taken its place");
    assertThat(first.awaitExit()).isEqualTo(1);
    tree.launched("ath-1", second);
    stream.awaitMore(300);

    OfferedStream.assertOnce(stream.finish(), stream.logs());
  }

  @Test
  void secondProcessIsRefusedWhileTheFirstAnswers() {
    ChildProcess second = tree.launchSecond("nyc-1");

    assertThat(second.awaitExit()).isEqualTo(1);
    second.awaitLog("us/0 runs already, in another process that answers: process ");
    assertThat(tree.node("nyc-1").isAlive()).isTrue();
  }

  @Test
  void everyNodeCanBeRestartedUnderLoad(TestReporter reporter) throws Exception {
    var stream = begin("restarts", athens, boston);

    for (String host : ProcessTree.HOSTS) {
      ChildProcess node = tree.node(host);
      node.terminate();
      assertThat(node.awaitExit()).as(host).isZero();
      node.awaitLog("left the cluster");
      tree.start(host);
      stream.awaitMore(300);
    }
    int keys = stream.finish();

    assertAtLeastOnce(keys, stream.logs(), keys, reporter);
  }

  @Test
  void rootHostStoppedForLongDegradesAnswersAndIsFoundAgain(TestReporter reporter)
      throws Exception {
    var stream = begin("stopped-root", athens, boston);
    ChildProcess region = tree.node("ath-1");
    int before = region.log().size();

    tree.node("core-2").suspend();
    region.awaitLog("does not answer", before);
    stayFor(LONG);
    tree.node("core-2").resume();
    region.awaitLog("answers again", before);
    stream.awaitMore(300);
    int keys = stream.finish();

    assertAtLeastOnce(keys, stream.logs(), 0, reporter);
    assertThat(stream.report().told().degradedDistinct()).isPositive();
  }

  /** The cluster tells nobody when it gives a member up. */
  private static void stayFor(Duration time) {
    Instant end = Instant.now().plus(time);
    await().atMost(ChildProcess.PATIENCE).until(() -> Instant.now().isAfter(end));
  }

  @Test
  void killedRegionLosesNothingSinceTheRootKnows() throws Exception {
    var stream = begin("killed-region", athens, boston);
    int before = athens.log().size();

    tree.node("ath-1").kill();
    athens.awaitLog("parent eu does not answer: policy fail", before);
    tree.start("ath-1");
    athens.awaitLog("parent eu answers again", before);
    stream.awaitMore(300);

    OfferedStream.assertOnce(stream.finish(), stream.logs());
  }
}
