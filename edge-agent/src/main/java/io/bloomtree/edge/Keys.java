package io.bloomtree.edge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * Hands the keys of offers along where the tree wants more of them than their fingerprints.
 * Immutable. Bytes are copied then: whose they are may change them once they are offered.
 */
final class Keys {
  static final Supplier<Optional<String>> UNKNOWN = Optional::empty;
  static final IntFunction<Optional<String>> ALL_UNKNOWN = index -> Optional.empty();

  private final boolean areWanted;
  private final LongPredicate isWanted;

  /** {@code isWanted}: whether the key of an event with a fingerprint is; empty if none are. */
  Keys(Optional<LongPredicate> isWanted) {
    this.areWanted = isWanted.isPresent();
    this.isWanted = isWanted.orElse(fingerprint -> false);
  }

  Supplier<Optional<String>> of(String key, long fingerprint) {
    return isWanted.test(fingerprint) ? () -> Optional.of(key) : UNKNOWN;
  }

  Supplier<Optional<String>> of(byte[] key, long fingerprint) {
    if (!isWanted.test(fingerprint)) {
      return UNKNOWN;
    }
    byte[] copy = key.clone();
    return () -> Optional.of(text(copy));
  }

  IntFunction<Optional<String>> of(List<String> keys, long[] fingerprints) {
    if (!areWanted) {
      return ALL_UNKNOWN;
    }
    String[] wanted = null;
    int i = 0;
    for (String key : keys) {
      if (isWanted.test(fingerprints[i])) {
        wanted = wanted == null ? new String[fingerprints.length] : wanted;
        wanted[i] = key;
      }
      i++;
    }
    String[] found = wanted;
    return found == null ? ALL_UNKNOWN : index -> Optional.ofNullable(found[index]);
  }

  IntFunction<Optional<String>> of(byte[][] keys, long[] fingerprints) {
    if (!areWanted) {
      return ALL_UNKNOWN;
    }
    byte[][] wanted = null;
    for (int i = 0; i < keys.length; i++) {
      if (isWanted.test(fingerprints[i])) {
        wanted = wanted == null ? new byte[keys.length][] : wanted;
        wanted[i] = keys[i].clone();
      }
    }
    byte[][] found = wanted;
    return found == null
        ? ALL_UNKNOWN : index -> Optional.ofNullable(found[index]).map(Keys::text);
  }

  private static String text(byte[] key) {
    return new String(key, UTF_8);
  }
}
