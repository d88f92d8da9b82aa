package io.bloomtree.bench;

import com.google.common.hash.Funnels;
import io.bloomtree.filter.BloomFilter;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.hash.KeyHash;
import java.util.function.IntFunction;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;
import org.fastfilter.bloom.BlockedBloom;

/** A filter in a comparison: hashes the keys of a stream itself, then tests and sets them. */
interface Contestant {

  /** Offers the events from one number up to another; returns how many it took for new. */
  long offer(long from, long to);

  /** Who takes part, and how to make one for so many events at 1 %. */
  enum Kind {
    OURS("ours", Single::new),
    OURS_BATCH("ours, batches of 512", Batch::new),
    OURS_PLAIN("ours, plain layout", Plain::new),
    OURS_LOOK_UP("ours, look-up only", LookUp::new),
    GUAVA("Guava put", Guava::new),
    DATASKETCHES("DataSketches queryAndUpdate", DataSketches::new),
    FASTFILTER("fastfilter mayContain + add", FastFilter::new),
    FASTFILTER_LOOK_UP("fastfilter mayContain", FastFilterLookUp::new);

    private final String label;
    private final IntFunction<Contestant> maker;

    Kind(String label, IntFunction<Contestant> maker) {
      this.label = label;
      this.maker = maker;
    }

    String label() {
      return label;
    }

    Contestant make(int events) {
      return maker.apply(events);
    }
  }

  /** The rate every contestant is sized for. */
  double FPP = 0.01;

  /** The hash in front of the filters that take fingerprints. */
  static KeyHash hash() {
    return KeyHash.of("xxh3-64", 42);
  }

  /** Event by event, in the default layout. */
  final class Single implements Contestant {
    private final Stream stream = new Stream();
    private final KeyHash hash = hash();
    private final BloomFilter filter;

    Single(int events) {
      filter = new BloomFilter(BloomShape.sizedFor(events, FPP));
    }

    @Override public long offer(long from, long to) {
      long fresh = 0;
      for (long event = from; event < to; event++) {
        fresh += filter.addIfNew(hash.fingerprint(stream.key(event))) ? 1 : 0;
      }
      return fresh;
    }
  }

  /** In batches, in the default layout. */
  final class Batch implements Contestant {
    private static final int SIZE = 512;

    private final Stream stream = new Stream();
    private final KeyHash hash = hash();
    private final long[] fingerprints = new long[SIZE];
    private final boolean[] answers = new boolean[SIZE];
    private final BloomFilter filter;

    Batch(int events) {
      filter = new BloomFilter(BloomShape.sizedFor(events, FPP));
    }

    @Override public long offer(long from, long to) {
      long fresh = 0;
      for (long event = from; event < to; ) {
        int size = (int) Math.min(SIZE, to - event);
        for (int i = 0; i < size; i++) {
          fingerprints[i] = hash.fingerprint(stream.key(event++));
        }
        filter.addIfNew(fingerprints, 0, size, answers);
        for (int i = 0; i < size; i++) {
          fresh += answers[i] ? 1 : 0;
        }
      }
      return fresh;
    }
  }

  /** Event by event, in the plain layout. */
  final class Plain implements Contestant {
    private final Stream stream = new Stream();
    private final KeyHash hash = hash();
    private final BloomFilter filter;

    Plain(int events) {
      filter = new BloomFilter(BloomShape.sizedFor(Layout.PLAIN, events, FPP));
    }

    @Override public long offer(long from, long to) {
      long fresh = 0;
      for (long event = from; event < to; event++) {
        fresh += filter.addIfNew(hash.fingerprint(stream.key(event))) ? 1 : 0;
      }
      return fresh;
    }
  }

  /** Tests only, on a filter with every other event of the stream in it. */
  final class LookUp implements Contestant {
    private final Stream stream = new Stream();
    private final KeyHash hash = hash();
    private final BloomFilter filter;

    LookUp(int events) {
      filter = new BloomFilter(BloomShape.sizedFor(events, FPP));
      for (long event = 0; event < 4L * events; event += 4) {
        filter.add(hash.fingerprint(stream.key(event)));
      }
    }

    @Override public long offer(long from, long to) {
      long fresh = 0;
      for (long event = from; event < to; event++) {
        fresh += filter.mightContain(hash.fingerprint(stream.key(2 * event))) ? 0 : 1;
      }
      return fresh;
    }
  }

  /** Guava's filter, whose {@code put} tests and sets. */
  final class Guava implements Contestant {
    private final Stream stream = new Stream();
    private final com.google.common.hash.BloomFilter<byte[]> filter;

    Guava(int events) {
      filter = com.google.common.hash.BloomFilter.create(Funnels.byteArrayFunnel(), events, FPP);
    }

    @Override public long offer(long from, long to) {
      long fresh = 0;
      for (long event = from; event < to; event++) {
        fresh += filter.put(stream.key(event)) ? 1 : 0;
      }
      return fresh;
    }
  }

  /** DataSketches' filter, whose {@code queryAndUpdate} says whether the event was there before. */
  final class DataSketches implements Contestant {
    private final Stream stream = new Stream();
    private final org.apache.datasketches.filters.bloomfilter.BloomFilter filter;

    DataSketches(int events) {
      filter = BloomFilterBuilder.createByAccuracy(events, FPP, 42);
    }

    @Override public long offer(long from, long to) {
      long fresh = 0;
      for (long event = from; event < to; event++) {
        fresh += filter.queryAndUpdate(stream.key(event)) ? 0 : 1;
      }
      return fresh;
    }
  }

  /**
   * fastfilter's blocked filter. It has no test-and-set and takes longs: it gets our fingerprints.
   * With 10 bits an event its rate is above 1 %.
   */
  final class FastFilter implements Contestant {
    private static final int BITS_PER_EVENT = 10;

    private final Stream stream = new Stream();
    private final KeyHash hash = hash();
    private final BlockedBloom filter;

    FastFilter(int events) {
      filter = BlockedBloom.construct(new long[events], BITS_PER_EVENT);
    }

    @Override public long offer(long from, long to) {
      long fresh = 0;
      for (long event = from; event < to; event++) {
        long fingerprint = hash.fingerprint(stream.key(event));
        if (!filter.mayContain(fingerprint)) {
          filter.add(fingerprint);
          fresh++;
        }
      }
      return fresh;
    }
  }

  /** fastfilter's look-up, on a filter with every other event of the stream in it. */
  final class FastFilterLookUp implements Contestant {
    private final Stream stream = new Stream();
    private final KeyHash hash = hash();
    private final BlockedBloom filter;

    FastFilterLookUp(int events) {
      filter = BlockedBloom.construct(new long[events], FastFilter.BITS_PER_EVENT);
      for (long event = 0; event < 4L * events; event += 4) {
        filter.add(hash.fingerprint(stream.key(event)));
      }
    }

    @Override public long offer(long from, long to) {
      long fresh = 0;
      for (long event = from; event < to; event++) {
        fresh += filter.mayContain(hash.fingerprint(stream.key(2 * event))) ? 0 : 1;
      }
      return fresh;
    }
  }
}
