package io.bloomtree.edge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Hands the keys of offers along, if the tree wants more of them than their fingerprints. Immutable.
 * Bytes are copied then: whose they are may change them once they are offered.
 */
final class Keys {
  static final Supplier<Optional<String>> UNKNOWN = Optional::empty;
  static final IntFunction<Optional<String>> ALL_UNKNOWN = index -> Optional.empty();

  private final boolean areWanted;

  Keys(boolean areWanted) {
    this.areWanted = areWanted;
  }

  Supplier<Optional<String>> of(String key) {
    return areWanted ? () -> Optional.of(key) : UNKNOWN;
  }

  Supplier<Optional<String>> of(byte[] key) {
    if (!areWanted) {
      return UNKNOWN;
    }
    byte[] copy = key.clone();
    return () -> Optional.of(new String(copy, UTF_8));
  }

  IntFunction<Optional<String>> of(List<String> keys) {
    if (!areWanted) {
      return ALL_UNKNOWN;
    }
    String[] copy = keys.toArray(String[]::new);
    return index -> Optional.of(copy[index]);
  }

  IntFunction<Optional<String>> of(byte[][] keys) {
    if (!areWanted) {
      return ALL_UNKNOWN;
    }
    byte[][] copies = new byte[keys.length][];
    for (int i = 0; i < keys.length; i++) {
      copies[i] = keys[i].clone();
    }
    return index -> Optional.of(new String(copies[index], UTF_8));
  }
}
