package io.bloomtree.sketch;

import static java.util.Objects.requireNonNull;

import io.bloomtree.hash.KeyHash;
import java.util.Arrays;
import java.util.Locale;

/**
 * Turns text into the set of its shingles: all runs of so many words, or characters. What {@link
 * MinHash} makes a record of. Immutable.
 */
public final class Shingles {
  private static final String NO_WORD = "[^\\p{L}\\p{N}]+";

  private final KeyHash hash;
  private final Unit unit;
  private final int length;

  /** Of what shingles are runs. */
  public enum Unit {
    /** Letters and digits, in lower case; whatever stands between them does not matter. */
    WORDS,
    /** Every character, as it is. */
    CHARACTERS
  }

  /** Runs of {@code length} units. */
  public Shingles(KeyHash hash, Unit unit, int length) {
    this.hash = requireNonNull(hash, "hash");
    this.unit = requireNonNull(unit, "unit");
    if (length < 1) {
      throw new IllegalArgumentException("length must be >= 1: length=" + length);
    }
    this.length = length;
  }

  /**
   * The fingerprints of a text's shingles, repeated ones too. A text that is shorter than one is
   * one; an empty one has none.
   */
  public long[] of(String text) {
    String[] units = units(text);
    if (units.length == 0) {
      return new long[0];
    }
    var shingles = new long[Math.max(1, units.length - length + 1)];
    for (int i = 0; i < shingles.length; i++) {
      shingles[i] = hash.fingerprintOfFields(
          Arrays.copyOfRange(units, i, Math.min(units.length, i + length)));
    }
    return shingles;
  }

  private String[] units(String text) {
    return switch (unit) {
      case WORDS -> Arrays.stream(text.toLowerCase(Locale.ROOT).split(NO_WORD))
          .filter(word -> !word.isEmpty())
          .toArray(String[]::new);
      case CHARACTERS -> text.codePoints().mapToObj(Character::toString).toArray(String[]::new);
    };
  }
}
