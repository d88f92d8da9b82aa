package io.bloomtree.tree;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.SlicePlan;

/** Small trees, and filters so roomy that no test meets a false positive by chance. */
final class Trees {
  static final BloomShape SHAPE = BloomShape.sizedFor(Layout.PLAIN, 1_000, 0.001);
  static final SlicePlan WHOLE = SlicePlan.whole(SHAPE);

  private Trees() {}

  /** Two agents, {@code a0} and {@code a1}, below the root. */
  static TreeShape flat(SlicePlan root) {
    return new TreeShape(1, 1, 2, root, WHOLE, WHOLE);
  }

  /** Two agents below the only region, {@code r1-0}. */
  static TreeShape withRegion(SlicePlan root, SlicePlan region) {
    return new TreeShape(2, 1, 2, root, region, WHOLE);
  }
}
