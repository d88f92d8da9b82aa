package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Faults of processes in a sparse tree whose root slices have events of their own. */
@Order(3)
class SparseHorizontalProcessesTest extends ProcessFaults {

  @Override String shape() {
    return SPARSE_HORIZONTAL;
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
