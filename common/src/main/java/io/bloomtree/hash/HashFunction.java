package io.bloomtree.hash;

import static java.util.stream.Collectors.joining;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
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
    throw new IllegalArgumentException("unknown hash: name=" + name + ", known: " + known);
  }
}
