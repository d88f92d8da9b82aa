package io.bloomtree.wire;

import java.util.OptionalLong;

/** The rules that many frames share. Every method throws when its rule is broken. */
final class Checks {
  private static final int MAX_BYTE = 255;

  private Checks() {}

  static void notNegative(long value, String name) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be >= 0: " + value);
    }
  }

  static void notNegative(OptionalLong value, String name) {
    value.ifPresent(there -> notNegative(there, name));
  }

  static void unsignedByte(int value, String name) {
    if (value < 0 || value > MAX_BYTE) {
      throw new IllegalArgumentException(name + " must be in 0.." + MAX_BYTE + ": " + value);
    }
  }

  static void slice(int value) {
    if (value < 0 || value >= Endpoint.MAX_SLICES) {
      throw new IllegalArgumentException(
          "slice must be in 0.." + (Endpoint.MAX_SLICES - 1) + ": " + value);
    }
  }
}
