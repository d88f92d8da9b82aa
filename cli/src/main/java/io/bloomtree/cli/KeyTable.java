package io.bloomtree.cli;

import io.bloomtree.hash.KeyHash;
import java.util.Arrays;

/**
 * The exact set of the keys of a stream, which numbers them from 0 in the order in which they were
 * first seen. Owned by one thread.
 */
final class KeyTable {
  /*
   * A key is known by two hashes of 64 bits each, of which one is the fingerprint that the tree
   * uses. The other is of a different function, so that keys whose fingerprints collide stay two
   * keys. That both hashes of two keys among a billion are the same has a probability of 1e-21.
   */

  private static final long SECOND_SEED = 0x65786163746E6573L;
  private static final int FIRST_CAPACITY = 1 << 10;

  private final KeyHash hash;
  private final KeyHash second;
  private long[] fingerprints = new long[FIRST_CAPACITY];
  private long[] seconds = new long[FIRST_CAPACITY];
  /** Numbers plus 1, by fingerprint; 0 is free. At most half full. */
  private int[] slots = new int[2 * FIRST_CAPACITY];
  private int size;

  KeyTable(KeyHash hash) {
    this.hash = hash;
    String other = KeyHash.names().stream()
        .filter(name -> !name.equals(hash.name())).findFirst().orElseThrow();
    this.second = KeyHash.of(other, SECOND_SEED, hash.maxKeyBytes());
  }

  /** The number of a key. */
  int number(byte[] key) {
    return number(hash.fingerprint(key), second.fingerprint(key));
  }

  int number(long fingerprint, long other) {
    int slot = slot(fingerprint);
    for (; slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
      int number = slots[slot] - 1;
      if (fingerprints[number] == fingerprint && seconds[number] == other) {
        return number;
      }
    }
    if (size == fingerprints.length) {
      grow();
      return number(fingerprint, other);
    }
    slots[slot] = size + 1;
    fingerprints[size] = fingerprint;
    seconds[size] = other;
    return size++;
  }

  int size() {
    return size;
  }

  long fingerprint(int number) {
    return fingerprints[number];
  }

  private int slot(long fingerprint) {
    return (int) (fingerprint ^ fingerprint >>> 32) & (slots.length - 1);
  }

  private void grow() {
    fingerprints = Arrays.copyOf(fingerprints, 2 * size);
    seconds = Arrays.copyOf(seconds, 2 * size);
    slots = new int[4 * size];
    for (int number = 0; number < size; number++) {
      int slot = slot(fingerprints[number]);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = number + 1;
    }
  }
}
