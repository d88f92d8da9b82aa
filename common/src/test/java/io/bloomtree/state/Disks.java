package io.bloomtree.state;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.TimedBufferShape;
import io.bloomtree.filter.Window;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.TreeIdentity;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the tests of states have in common: a tree, and who may want state in it. */
final class Disks {
  static final TreeIdentity TREE = new TreeIdentity("clicks", "xxh3-64", 42);
  static final Endpoint ROOT = new Endpoint(new NodeId("root"), 0);
  static final SlicePlan PLAN = SlicePlan.whole(BloomShape.sizedFor(1_000, 0.001));
  static final SlicePlan LARGER = SlicePlan.whole(BloomShape.sizedFor(2_000, 0.001));

  private Disks() {}

  /** A small filter of every kind. */
  static Map<String, SlicePlan> kinds() {
    var bloom = BloomShape.sizedFor(500, 0.01);
    var plain = BloomShape.sizedFor(BloomShape.Layout.PLAIN, 500, 0.01);
    var window = new Window(Window.Unit.MILLIS, 10_000, 20);
    var sliding = SlidingShape.sizedFor(500, 0.01, window);
    var trigger = GrowingShape.Trigger.values()[0];
    Map<String, SlicePlan> kinds = new LinkedHashMap<>();
    kinds.put("bloom", SlicePlan.whole(bloom));
    kinds.put("vertical bloom", SlicePlan.vertical(plain, 3));
    kinds.put("horizontal bloom", SlicePlan.horizontal(bloom, 2));
    kinds.put("growing", SlicePlan.whole(new GrowingShape(plain, trigger, 4, 1 << 20)));
    kinds.put("stable", SlicePlan.whole(StableShape.forRate(4_096, 2, 3, 0.05)));
    kinds.put("reservoir", SlicePlan.whole(new ReservoirShape(
        3, 512, ReservoirShape.DEFAULT_THRESHOLD, ReservoirShape.Reset.RANDOM)));
    for (ImportanceShape.Variant variant : ImportanceShape.Variant.values()) {
      kinds.put("importance " + variant,
          SlicePlan.whole(new ImportanceShape(2_048, 3, 3, 6, variant)));
    }
    kinds.put("buffer", SlicePlan.whole(new BufferShape(200)));
    kinds.put("fp-buffer", SlicePlan.whole(new FpBufferShape(new BufferShape(200), 0.01)));
    kinds.put("timed buffer", SlicePlan.whole(new TimedBufferShape(new BufferShape(200), window)));
    kinds.put("sliding", SlicePlan.whole(sliding));
    kinds.put("vertical sliding", SlicePlan.vertical(sliding, 3));
    kinds.put("equal timers", SlicePlan.whole(sliding.withEqualTimers(3)));
    kinds.put("growing sliding",
        SlicePlan.whole(new GrowingShape(sliding, trigger, 4, 1 << 20)));
    return kinds;
  }

  static Tenant tenant(int epoch, SlicePlan plan, long incarnation) {
    return tenant(epoch, plan, incarnation, Fsync.never());
  }

  static Tenant tenant(int epoch, SlicePlan plan, long incarnation, Fsync fsync) {
    return new Tenant(TREE, ROOT, epoch, plan, 7, fsync, incarnation);
  }

  static StateDirectory on(Volume volume) {
    return new StateDirectory(volume, Forcer.inBackground(), () -> 1_000);
  }
}
