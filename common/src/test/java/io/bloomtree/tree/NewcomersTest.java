package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.RefusalCode;
import io.bloomtree.wire.RefusalFrame;
import io.bloomtree.wire.TreeIdentity;
import io.bloomtree.wire.WelcomeFrame;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P6: a hello is held against this node's own topology, whoever relays it. */
class NewcomersTest {
  private static final Endpoint A0 = at("a0", 0);
  private static final TreeIdentity TREE = Bench.IDENTITY.tree();
  private static final int EPOCH = Bench.IDENTITY.epoch();
  private static final long DIGEST = Bench.IDENTITY.topologyDigest();

  private final Bench<RootSlice> root =
      Bench.root(Trees.flat(Trees.WHOLE), 0, Tuning.plain());

  private void greet(TreeIdentity tree, int epoch, long digest) {
    var hello = new HelloFrame(
        new NodeId("a0"), 1, 0, tree.tree(), tree.hashName(), tree.hashSeed(), epoch, digest,
        false);
    root.deliver(new Packet(TREE.digest(), EPOCH, A0, 1, 1, List.of(hello)));
  }

  private void assertRefused(RefusalCode code, String... said) {
    List<RefusalFrame> refusals = root.take(A0, RefusalFrame.class);
    assertThat(refusals).hasSize(1);
    assertThat(refusals.get(0).code()).isEqualTo(code);
    assertThat(refusals.get(0).reason()).contains(said);
    assertThat(root.take(A0)).isEmpty();
  }

  private void assertWelcome() {
    assertThat(root.take(A0)).containsExactly(new WelcomeFrame(new NodeId("a0"), 1, 0));
  }

  @Test void theSameTopologyIsWelcome() {
    greet(TREE, EPOCH, DIGEST);

    assertWelcome();
  }

  @Test void anotherTreeBehindAnEqualDigestIsRefused() {
    greet(new TreeIdentity("another", TREE.hashName(), TREE.hashSeed()), EPOCH, DIGEST);

    assertRefused(RefusalCode.OTHER_TREE, "theirs=", "another", "ours=", TREE.tree());
  }

  @ParameterizedTest(name = "{0} from ours")
  @ValueSource(ints = {-1, 1})
  void anAdjacentEpochHasAnotherTopologyAndIsWelcome(int distance) {
    greet(TREE, EPOCH + distance, DIGEST + 1);

    assertWelcome();
  }

  @ParameterizedTest(name = "{0} from ours")
  @ValueSource(ints = {-2, 2, 1000})
  void aDistantEpochIsRefusedThoughItsRelayIsNot(int distance) {
    greet(TREE, EPOCH + distance, DIGEST);

    assertRefused(RefusalCode.EPOCH, "theirs=" + (EPOCH + distance), "ours=" + EPOCH);
  }

  @Test void anotherTopologyOfTheSameEpochIsRefused() {
    greet(TREE, EPOCH, DIGEST + 1);

    assertRefused(RefusalCode.EPOCH, "another topology of the same epoch",
        "theirs=%016x".formatted(DIGEST + 1), "ours=%016x".formatted(DIGEST));
  }
}
