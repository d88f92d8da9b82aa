package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;

class PlainBloomFilterTest extends FilterContract {

  @Override protected Filter newFilter() {
    return new BloomFilter(BloomShape.sizedFor(Layout.PLAIN, 3_000, 0.01));
  }

  @Override protected Filter restored(byte[] snapshot) {
    return BloomFilter.fromSnapshot(snapshot);
  }
}
