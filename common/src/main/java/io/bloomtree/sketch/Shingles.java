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
  /*
   * Agents take the shingles of many keys a second. Those of characters are therefore fingerprinted
   * as they roll by (Karp and Rabin, 1987): the next one is the last, less its first character,
   * times a number, and the new character; scrambled, since its lower bits know only the last ones.
   */
  private static final String NO_WORD = "[^\\p{L}\\p{N}]+";

  private final KeyHash hash;
  private final Unit unit;
  private final int length;
  private final long factor;

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
    this.factor = Mixing.key(hash.seed()) | 1;
  }

  /**
   * The fingerprints of a text's shingles, repeated ones too. A text that is shorter than one is
   * one; an empty one has none.
   */
  public long[] of(String text) {
    return switch (unit) {
      case WORDS -> ofWords(text);
      case CHARACTERS -> ofCharacters(text);
    };
  }

  private long[] ofWords(String text) {
    String[] units = Arrays.stream(text.toLowerCase(Locale.ROOT).split(NO_WORD))
        .filter(word -> !word.isEmpty())
        .toArray(String[]::new);
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

  private long[] ofCharacters(String text) {
    int count = text.codePointCount(0, text.length());
    if (count == 0) {
      return new long[0];
    }
    var shingles = new long[Math.max(1, count - length + 1)];
    long highest = power(Math.min(count, length));
    long rolling = 0;
    int first = 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
      int next = text.codePointAt(last);
      last += Character.charCount(next);
      rolling = (rolling + next + 1) * factor; // a character that is zero counts too
      if (i >= length) {
        int gone = text.codePointAt(first);
        first += Character.charCount(gone);
        rolling -= (gone + 1) * highest * factor;
      }
      if (i >= length - 1 || i == count - 1) {
        shingles[Math.max(0, i - length + 1)] = Mixing.scramble(rolling);
      }
    }
    return shingles;
  }

  private long power(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= factor;
    }
    return power;
  }
}
