package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final NodeId A = new NodeId("a");
  private static final NodeId B = new NodeId("b");
  private static final NodeId EU = new NodeId("eu");
  private static final NodeId ROOT = new NodeId("root");

  private Judge judge = judge("dense", 0.001);
  private long nanos;

  private static Judge judgeOf(String topology) {
    return new Judge(Topology.parse("test", topology).network(), List.of(A));
  }

  private static Judge judge(String mode, double fpp) {
    return new Judge(
        Topology.parse("test", """
            tree: test
            mode: %s
            filter: { expected: 1k, fpp: %s }
            regions: [{ id: eu, edges: [a] }]
            edges: [b]
            """.formatted(mode, fpp)).network(),
        List.of(A, B));
  }

  private void told(int edge, String key, Resolution resolution) {
    judge.judge(new Event(edge, key.getBytes(UTF_8)), resolution, nanos);
  }

  private static Verdict distinct() {
    return new Verdict(Decision.DISTINCT, ROOT, 0, Degradation.NONE);
  }

  private static Verdict duplicate(NodeId decidedBy, int level) {
    return new Verdict(Decision.DUPLICATE, decidedBy, level, Degradation.NONE);
  }

  @Test
  void oneOfManyCopiesIsRightWhicheverItIs() {
    told(0, "x", duplicate(ROOT, 0));
    told(1, "x", distinct());
    told(1, "x", duplicate(B, 1));

    var judgement = judge.judgement();
    assertThat(judgement.errors()).isEqualTo(new Judgement.Errors(0, 0, 0, 0));
    assertThat(judgement.told().distinct()).isEqualTo(1);
    assertThat(judgement.told().duplicates()).isEqualTo(2);
    assertThat(judgement.told().events()).isEqualTo(3);
    assertThat(judgement.keys()).isEqualTo(1);
  }

  @Test
  void aSecondDistinctIsALeakWithoutExcuse() {
    told(0, "x", distinct());
    told(1, "x", distinct());

    assertThat(judge.judgement().errors()).isEqualTo(new Judgement.Errors(0, 1, 1, 0));
    assertThat(judge.judgement().errors().isBroken()).isTrue();
  }

  @Test
  void anEventIsNewAgainAfterItsWindow() {
    judge = judgeOf("{ tree: t, window: 10s, edges: [a] }");
    told(0, "x", distinct());
    nanos = 5_000_000_000L;
    told(0, "x", distinct());
    nanos = 15_500_000_000L;
    told(0, "x", distinct());

    assertThat(judge.judgement().errors())
        .isEqualTo(new Judgement.Errors(0, 1, 1, 0, 1, OptionalDouble.empty()));
    assertThat(judge.judgement().told().distinct()).isEqualTo(3);
  }

  @Test
  void aWindowOfEventsIsMeasuredInThoseThatWereDelivered() {
    judge = judgeOf("{ tree: t, mode: sparse, window: 10 events, edges: [a] }");
    told(0, "x", distinct());
    for (int i = 0; i < 10; i++) {
      told(0, "other " + i, distinct());
    }
    told(0, "x", distinct());
    told(0, "x", distinct());

    assertThat(judge.judgement().errors())
        .isEqualTo(new Judgement.Errors(0, 1, 1, 0, 1, OptionalDouble.empty()));
  }

  @Test
  void whatARootForgetsByDesignIsExpectedAndCounted() {
    judge = judgeOf("{ tree: t, filter: { kind: buffer, expected: 3 }, edges: [a] }");
    told(0, "x", distinct());
    told(0, "y", distinct());
    told(0, "x", duplicate(ROOT, 0));
    for (int i = 0; i < 3; i++) {
      told(0, "other " + i, distinct());
    }
    told(0, "x", distinct());

    var errors = judge.judgement().errors();
    assertThat(errors.falseNegatives()).isEqualTo(1);
    assertThat(errors.expectedLeaks()).hasValue(1);
    assertThat(errors.isBroken()).isFalse();
  }

  @Test
  void aLeafThatForgetsExcusesNothing() {
    judge = judgeOf("{ tree: t, edges: [{ id: a, filter: { kind: buffer, expected: 3 } }] }");
    told(0, "x", distinct());
    told(0, "x", distinct());

    assertThat(judge.judgement().errors().expectedLeaks()).isEmpty();
    assertThat(judge.judgement().errors().isBroken()).isTrue();
  }

  @Test
  void aDegradedDistinctExcusesALeak() {
    told(0, "x", distinct());
    told(1, "x", new Verdict(Decision.DISTINCT, B, 1, Degradation.PARENT_AWAY));

    assertThat(judge.judgement().errors()).isEqualTo(new Judgement.Errors(0, 1, 0, 0));
    assertThat(judge.judgement().told().degraded()).isEqualTo(1);
    assertThat(judge.judgement().errors().isBroken()).isFalse();
  }

  @Test
  void aDuplicateThatNoFilterCouldClaimIsALoss() {
    told(0, "y", distinct());
    told(0, "x", duplicate(EU, 1));
    told(0, "x", duplicate(A, 2));

    assertThat(judge.judgement().errors()).isEqualTo(new Judgement.Errors(0, 0, 0, 1));
    assertThat(judge.judgement().errors().isBroken()).isTrue();
  }

  @Test
  void whatAFilterWouldClaimOnceMoreIsAFalsePositive() {
    judge = judge("dense", 0.5);
    for (int i = 0; i < 20_000; i++) { // twenty times the design load: all bits are set
      told(0, "y" + i, distinct());
    }
    told(0, "x", duplicate(EU, 1));
    told(0, "x", duplicate(A, 2));

    assertThat(judge.judgement().errors()).isEqualTo(new Judgement.Errors(1, 0, 0, 0));
    assertThat(judge.judgement().errors().isBroken()).isFalse();
  }

  @Test
  void theFilterOfAnotherNodeIsNoExcuse() {
    judge = judge("dense", 0.5);
    for (int i = 0; i < 20_000; i++) {
      told(1, "y" + i, distinct());
    }
    told(0, "x", duplicate(EU, 1));

    assertThat(judge.judgement().errors().lost()).isEqualTo(1);
  }

  @Test
  void everyDuplicateMustBeExplainedNotOneAlone() {
    judge = judge("dense", 0.5);
    for (int i = 0; i < 20_000; i++) {
      told(1, "y" + i, distinct());
    }
    told(1, "x", duplicate(ROOT, 0)); // the full filter claims it, and b records it
    told(1, "x", duplicate(B, 1));
    assertThat(judge.judgement().errors()).isEqualTo(new Judgement.Errors(1, 0, 0, 0));

    told(0, "x", duplicate(EU, 1)); // which has recorded nothing
    assertThat(judge.judgement().errors()).isEqualTo(new Judgement.Errors(0, 0, 0, 1));
  }

  @Test
  void aSparseTreeDoesNotRecordDuplicates() {
    judge = judge("sparse", 0.5);
    for (int i = 0; i < 20_000; i++) {
      told(1, "y" + i, distinct());
    }
    told(0, "x", duplicate(ROOT, 0));
    told(0, "x", duplicate(A, 2));

    assertThat(judge.judgement().errors().lost()).isEqualTo(1);
  }

  @Test
  void anEventWhoseOffersAllFailedIsLost() {
    told(0, "x", new Failure(Reason.HELD, ROOT));
    told(0, "y", new Verdict(Decision.DUPLICATE, A, 2, Degradation.PARENT_AWAY));

    assertThat(judge.judgement().errors()).isEqualTo(new Judgement.Errors(0, 0, 0, 2));
    assertThat(judge.judgement().told().failed()).isEqualTo(1);
  }

  @Test
  void levelsCountTheEventsThatCameSoFar() {
    told(0, "x", distinct());
    told(0, "x", duplicate(A, 2));
    told(0, "z", duplicate(EU, 1));
    told(1, "x", duplicate(ROOT, 0));
    told(1, "x", duplicate(B, 1));

    var judgement = judge.judgement();
    assertThat(judgement.levels()).containsExactly(
        new Judgement.LevelCount(0, 2, 1),
        new Judgement.LevelCount(1, 4, 2),
        new Judgement.LevelCount(2, 3, 1));
    assertThat(judgement.atEdge()).isEqualTo(new Judgement.AtEdge(2, 2, 5));
  }

  @Test
  void loadsAreWhatEachNodeShouldHaveRecorded() {
    told(0, "x", distinct());
    told(1, "x", duplicate(ROOT, 0));
    told(1, "y", distinct());

    assertThat(judge.judgement().loads()).containsExactlyInAnyOrder(
        new Judgement.NodeLoad(ROOT, 2, 1000, true), new Judgement.NodeLoad(EU, 1, 1000, true),
        new Judgement.NodeLoad(A, 1, 1000, true), new Judgement.NodeLoad(B, 2, 1000, true));
  }
}
