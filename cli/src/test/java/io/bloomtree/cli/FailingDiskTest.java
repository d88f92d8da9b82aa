package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.edge.Claim;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.edge.OfferFailedException;
import io.bloomtree.state.SmallDisk;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Resolution;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full: whoever must keep something there stops for good and says why, and nothing
 * that was acknowledged is lost when there is room again (P7).
 */
@Order(7)
class FailingDiskTest {
  private static final int DISK_KIB = 16 * 1024;
  /** More than the first file of a table of records holds. */
  private static final int MANY = 6_000;
  private static final int SOME = 500;

  @TempDir Path directory;

  private final ChildJvm jvm = ChildJvm.likeThis();
  private SmallDisk disk;
  private Path file;
  private ChildProcess node;

  @BeforeEach
  void mount() throws IOException {
    disk = new SmallDisk(directory.resolve("disk"), DISK_KIB);
    int port = FreePorts.first();
    file = Files.writeString(directory.resolve("topology.yaml"), """
        tree: full
        filter: { expected: 10k, fpp: 1e-9 }
        failure: { timeout: 30s, lease: 10m }
        limits: { deadline: 60s }
        cluster: { members: ['127.0.0.1:%d'], hosts: { core-1: '127.0.0.1:%d' } }
        root: { hosts: [core-1] }
        edges: [athens, berlin]
        """.formatted(port, port));
  }

  @AfterEach
  void unmount() {
    if (node != null) {
      node.close();
      node.awaitExit();
    }
    disk.close();
  }

  private void startNode(Path data) {
    node = new ChildProcess("node", jvm.command(Main.class, "node", "--topology", file.toString(),
        "--host", "core-1", "--data", data.toString()));
    node.awaitLog("running");
  }

  private Topology topology() {
    return Topology.read(file);
  }

  private static List<String> keys(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  @Test
  void nodeThatCannotKeepAClaimEndsAndKnowsAllThatItConfirmedWhenThereIsRoom() throws Exception {
    startNode(disk.path());
    EdgeAgent athens = await(EdgeAgent.join(topology(), "athens"));
    assertThat(await(athens.offerAll(keys("confirmed", SOME)))).allMatch(FailingDiskTest::isNew);
    Claim held = await(athens.claim("held"));
    disk.fill(0);
    List<Future<Claim>> beyond = athens.claimAll(keys("beyond", MANY));

    assertThat(node.awaitExit()).isEqualTo(1);
    assertThat(node.log()).anyMatch(line -> line.contains(
            "root: stops, since it cannot keep what it must not forget: " + disk.path()))
        .anyMatch(line -> line.contains("ends: ") && line.contains("cannot be made"));

    disk.resize(DISK_KIB);
    startNode(disk.path());
    assertThat(held.isDistinct()).isTrue();
    held.confirm();
    for (Future<Claim> claim : beyond) {
      await(claim).confirm(); // the same claim, however often it was asked for
    }
    await(athens.close());
    EdgeAgent berlin = await(EdgeAgent.join(topology(), "berlin"));
    assertThat(await(berlin.offerAll(keys("confirmed", SOME)))).noneMatch(FailingDiskTest::isNew);
    assertThat(await(berlin.offerAll(keys("beyond", MANY)))).noneMatch(FailingDiskTest::isNew);
    assertThat(await(berlin.offer("held")).isDistinct()).isFalse();
    await(berlin.close());
  }

  @Test
  void agentThatCannotKeepAConfirmStopsAndHasConfirmedTheOthersWhenThereIsRoom()
      throws Exception {
    startNode(directory.resolve("data"));
    Topology kept = topology().keptIn(disk.path());
    EdgeAgent athens = await(EdgeAgent.join(kept, "athens"));
    List<Future<Claim>> claims = athens.claimAll(keys("claimed", MANY));
    for (Future<Claim> claim : claims) {
      assertThat(await(claim).isDistinct()).isTrue();
    }
    node.suspend(); // so that nothing is acknowledged
    disk.fill(0);
    for (Future<Claim> claim : claims.subList(0, SOME)) {
      claim.result().confirm();
    }
    await(athens.report()); // those are kept
    Future<Verdict> open = athens.offer("open");
    for (Future<Claim> claim : claims.subList(SOME, MANY)) {
      confirmOrStopped(claim.result());
    }

    assertThat(await(athens.failed())).contains(disk.path().toString(), "cannot be made");
    assertThatThrownBy(() -> await(open)).hasCauseInstanceOf(OfferFailedException.class)
        .hasMessageContaining(Reason.STATE_FAILED.toString());
    assertThatThrownBy(() -> athens.offer("another")).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("can no longer keep its state")
        .hasMessageContaining(disk.path().toString());
    node.resume();
    await(athens.close());

    disk.resize(DISK_KIB);
    EdgeAgent again = await(EdgeAgent.join(kept, "athens"));
    await(again.close()); // with everything acknowledged
    EdgeAgent berlin = await(EdgeAgent.join(topology(), "berlin"));
    assertThat(await(berlin.offerAll(keys("claimed", SOME)))).noneMatch(FailingDiskTest::isNew);
    await(berlin.close());
  }

  private static void confirmOrStopped(Claim claim) {
    try {
      claim.confirm();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("agent"); // it has stopped meanwhile
    }
  }

  private static boolean isNew(Resolution resolution) {
    return ((Verdict) resolution).isDistinct();
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture()
        .get(ChildProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
