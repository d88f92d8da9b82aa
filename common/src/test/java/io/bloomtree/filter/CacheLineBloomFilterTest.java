package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;
import org.junit.jupiter.api.Nested;

class CacheLineBloomFilterTest {

  @Nested class WithTwoWordsALine extends Contract {
    WithTwoWordsALine() {
      super(0.01);
    }
  }

  @Nested class WithFourWordsALine extends Contract {
    WithFourWordsALine() {
      super(0.0001);
    }
  }

  abstract static class Contract extends FilterContract {
    private final BloomShape shape;

    Contract(double fpp) {
      shape = BloomShape.sizedFor(Layout.CACHE_LINE, 3_000, fpp);
    }

    @Override protected Filter newFilter() {
      return new BloomFilter(shape);
    }

    @Override protected Filter restored(byte[] snapshot) {
      return BloomFilter.fromSnapshot(snapshot);
    }
  }
}
