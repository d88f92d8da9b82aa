package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Bench.eventOn;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.asks;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.release;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ReleaseFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A region's way to its parent: budgets, batches, and which slice gets what. */
class UplinkTest {
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint A0 = at("a0", 0);

  private static Bench<RegionSlice> region(SlicePlan root, Tuning tuning) {
    return Bench.region(Trees.withRegion(root, Trees.WHOLE), 0, tuning.settings());
  }

  @Test
  void asksMayFillTheirBudgetAndConfirmsReleasesAndHellosStillGo() { // rule 13
    var region = region(Trees.WHOLE, new Tuning().batches(4, 3, 2));
    region.deliver(A0, asks("a0", 1, 20));
    assertThat(region.take(ROOT, AskFrame.class)).as("frames in flight").hasSize(2);

    region.deliver(A0, confirm(31, origin("a0", 31)), release(32, origin("a0", 32)),
        hello("a0", 1, 0));
    region.advance(3);

    assertThat(region.take(ROOT)).containsExactlyInAnyOrder(
        confirm(31, origin("a0", 31)), release(32, origin("a0", 32)), hello("a0", 1, 0));
  }

  @Test
  void confirmsAndReleasesTogetherHaveABudgetAsLargeAsTheAsks() { // P5
    var region = region(Trees.WHOLE, new Tuning().batches(2, 0, 1));

    for (int i = 1; i <= 10; i++) {
      region.deliver(A0, confirm(i, origin("a0", i)), release(90 + i, origin("a0", 90 + i)));
    }

    List<Frame> sent = region.take(ROOT);
    assertThat(sent).containsExactly(confirm(1, origin("a0", 1)), release(91, origin("a0", 91)));
    region.deliver(ROOT, Messages.confirmed(origin("a0", 1)));
    assertThat(region.take(ROOT)).as("half answered").isEmpty();
    region.deliver(ROOT, Messages.released(origin("a0", 91)));
    assertThat(region.take(ROOT)).as("wholly answered").hasSize(2);
  }

  @Test
  void whatWaitsForASliceRidesAlongWithWhatIsDue() {
    var region = region(Trees.WHOLE, new Tuning().batches(4, 3, 2));
    region.deliver(A0, confirm(31, origin("a0", 31)));
    assertThat(region.take(ROOT)).isEmpty();

    region.deliver(A0, asks("a0", 1, 4));

    assertThat(region.take(ROOT)).containsExactly(
        confirm(31, origin("a0", 31)), asks("a0", 1, 4));
  }

  @Test
  void aMixedBatchOfConfirmsAndReleasesHasNoMoreEventsThanABatch() { // P5
    var region = region(Trees.WHOLE, new Tuning().batches(4, 3, 9));

    for (int i = 1; i <= 3; i++) {
      region.deliver(A0, confirm(i, origin("a0", i)), release(90 + i, origin("a0", 90 + i)));
    }
    region.advance(3);

    assertThat(region.take(ROOT, ConfirmFrame.class)).extracting(ConfirmFrame::size)
        .containsExactly(2, 1);
    assertThat(region.take(ROOT, ReleaseFrame.class)).extracting(ReleaseFrame::size)
        .containsExactly(2, 1);
  }

  @Test
  void anEventGoesToItsOwnerAndToTheNextSliceWhenTheOwnerIsAway() {
    SlicePlan plan = SlicePlan.horizontal(Trees.SHAPE, 3);
    var region = region(plan, new Tuning());
    long event = eventOn(plan, 1);
    region.deliver(A0, ask(event, origin("a0", 1)));
    assertThat(region.takeAsks(at("root", 1))).hasSize(1);
    region.advance(Tuning.TIMEOUT);
    region.forgetSent();

    region.deliver(A0, ask(event, origin("a0", 2)), release(event, origin("a0", 3)));

    assertThat(region.takeAsks(at("root", 2))).extracting(Ask::origin)
        .containsExactly(origin("a0", 2));
    assertThat(region.take(at("root", 2))).containsExactly(release(event, origin("a0", 3)));
    region.deliver(at("root", 1), new PongFrame(1));
    region.deliver(A0, ask(event, origin("a0", 4)));
    assertThat(region.takeAsks(at("root", 1))).as("once it is back").hasSize(1);
  }

  @Test
  void aHelloGoesToTheSliceOfTheRootItIsMeantFor() {
    var region = region(SlicePlan.horizontal(Trees.SHAPE, 3), new Tuning());

    region.deliver(A0, hello("a0", 1, 2));

    assertThat(region.take(at("root", 2))).containsExactly(hello("a0", 1, 2));
    assertThat(region.take(ROOT)).isEmpty();
  }

  @Test
  void aHelloGoesThroughAnySliceOfARegionThatIsThere() {
    SlicePlan sliced = SlicePlan.horizontal(Trees.SHAPE, 2);
    var edge = new EdgeBench(Trees.withRegion(Trees.WHOLE, sliced), Tuning.plain());
    assertThat(edge.take(at("r1-0", 0))).containsExactly(hello("a0", 1, 0));

    edge.advance(Tuning.RETRY + Tuning.TIMEOUT);

    assertThat(edge.take(at("r1-0", 1))).as("the other slice, once the first is away")
        .containsExactly(hello("a0", 1, 0));
  }
}
