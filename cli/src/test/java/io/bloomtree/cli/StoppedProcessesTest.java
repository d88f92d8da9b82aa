package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Processes that hang for a while and come back: P1, P2 and P3 between real processes. Apart from
 * other faults, since the cluster takes its time over those that are silent and not dead.
 */
@Order(1)
@Isolated("who has a connection to a process that hangs keeps a core busy while it does")
class StoppedProcessesTest extends SharedProcesses {
  /** Longer than it takes a cluster to give a silent member up. */
  private static final Duration LONG = Duration.ofSeconds(24);

  @Override String shape() {
    return SPARSE_HORIZONTAL;
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
}
