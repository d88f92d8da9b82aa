package io.bloomtree.state;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.TreeIdentity;

/** What the tests of states have in common: a tree, and who may want state in it. */
final class Disks {
  static final TreeIdentity TREE = new TreeIdentity("clicks", "xxh3-64", 42);
  static final Endpoint ROOT = new Endpoint(new NodeId("root"), 0);
  static final SlicePlan PLAN = SlicePlan.whole(BloomShape.sizedFor(1_000, 0.001));
  static final SlicePlan LARGER = SlicePlan.whole(BloomShape.sizedFor(2_000, 0.001));

  private Disks() {}

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
