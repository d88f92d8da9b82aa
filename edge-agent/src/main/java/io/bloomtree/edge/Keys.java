package io.bloomtree.edge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.KeySample;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Hands the keys of offers along where the tree wants more of them than their fingerprints.
 * Immutable. Bytes are copied then: whose they are may change them once they are offered.
 */
final class Keys {
  static final Supplier<Optional<String>> UNKNOWN = Optional::empty;
  static final IntFunction<Optional<String>> ALL_UNKNOWN = index -> Optional.empty();

  private static final int[] NONE = {};
  private static final int FEW = 16;

  private final KeySample wanted;

  Keys(KeySample wanted) {
    this.wanted = requireNonNull(wanted, "wanted");
  }

  Supplier<Optional<String>> of(String key, long fingerprint) {
    return wanted.isPicked(fingerprint) ? () -> Optional.of(key) : UNKNOWN;
  }

  Supplier<Optional<String>> of(byte[] key, long fingerprint) {
    if (!wanted.isPicked(fingerprint)) {
      return UNKNOWN;
    }
    byte[] copy = key.clone();
    return () -> Optional.of(text(copy));
  }

  IntFunction<Optional<String>> of(List<String> keys, long[] fingerprints) {
    int[] wanted = wanted(fingerprints);
    if (wanted.length == 0) {
      return ALL_UNKNOWN;
    }
    String[] texts = new String[wanted.length];
    Iterator<String> all = keys.iterator(); // a list need not know where its elements are
    int next = 0;
    for (int i = 0; next < wanted.length; i++) {
      String key = all.next();
      if (i == wanted[next]) {
        texts[next++] = key;
      }
    }
    return index -> at(wanted, index).map(it -> texts[it]);
  }

  IntFunction<Optional<String>> of(byte[][] keys, long[] fingerprints) {
    int[] wanted = wanted(fingerprints);
    if (wanted.length == 0) {
      return ALL_UNKNOWN;
    }
    byte[][] copies = new byte[wanted.length][];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = keys[wanted[i]].clone();
    }
    return index -> at(wanted, index).map(it -> text(copies[it]));
  }

  /** Which of many are wanted, in their order: few, unless all are. */
  private int[] wanted(long[] fingerprints) {
    int[] found = NONE;
    int size = 0;
    for (int i = wanted.next(fingerprints, 0); i < fingerprints.length;
        i = wanted.next(fingerprints, i + 1)) {
      if (size == found.length) {
        found = Arrays.copyOf(found, Math.max(FEW, 2 * size));
      }
      found[size++] = i;
    }
    return Arrays.copyOf(found, size);
  }

  private static Optional<Integer> at(int[] wanted, int index) {
    int found = Arrays.binarySearch(wanted, index);
    return found < 0 ? Optional.empty() : Optional.of(found);
  }

  private static String text(byte[] key) {
    return new String(key, UTF_8);
  }
}
