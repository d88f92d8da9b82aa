package io.bloomtree.hash;

import static java.util.stream.Collectors.joining;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongFunction;

/**
 * The published 64-bit hash functions that take a 64-bit seed, under the names a topology and a
 * handshake use. A name, once released, always means the same function.
 */
enum HashFunction {
  XXH3_64("xxh3-64", Hashing::xxh3_64),
  XXH64("xxh64", Hashing::xxh64),
  KOMIHASH_5_0("komihash-5.0", Hashing::komihash5_0),
  WYHASH_FINAL_4("wyhash-final-4", Hashing::wyhashFinal4),
  RAPIDHASH_V3("rapidhash-v3", Hashing::rapidhashV3),
  METROHASH_64("metrohash-64", Hashing::metroHash64),
  FARMHASH_UO("farmhash-uo", Hashing::farmHashUo);

  private final String name;
  private final LongFunction<Hasher64> seeded;

  HashFunction(String name, LongFunction<Hasher64> seeded) {
    this.name = name;
    this.seeded = seeded;
  }

  String published() {
    return name;
  }

  Hasher64 seeded(long seed) {
    return seeded.apply(seed);
  }

  static HashFunction named(String name) {
    for (HashFunction function : values()) {
      if (function.name.equals(name)) {
        return function;
      }
    }
    String known = Arrays.stream(values()).map(HashFunction::published).collect(joining(", "));
    throw new IllegalArgumentException(
        "unknown hash: name=" + name + "; did you mean " + nearest(name) + "? known: " + known);
  }

  private static String nearest(String name) {
    return Arrays.stream(values())
        .min(Comparator
            .comparing((HashFunction function) -> !function.name.startsWith(name))
            .thenComparingInt(function -> distance(function.name, name)))
        .map(HashFunction::published)
        .orElseThrow();
  }

  /** How many characters must be inserted, deleted or replaced to turn one name into the other. */
  private static int distance(String left, String right) {
    int[] row = new int[right.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[right.length()];
  }
}
