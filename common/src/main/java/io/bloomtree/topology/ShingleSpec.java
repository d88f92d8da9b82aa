package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.sketch.Shingles;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs of words or characters, as a topology says it: {@code 3 words}. Immutable. */
public record ShingleSpec(int length, Shingles.Unit unit) {
  static final int LONGEST = 64;

  private static final Pattern LENGTH_AND_UNIT =
      Pattern.compile("([1-9][0-9]?) +(word|character)s?");

  public ShingleSpec {
    requireNonNull(unit, "unit");
    if (length < 1 || length > LONGEST) {
      throw new IllegalArgumentException("length must be 1 to " + LONGEST + ": " + length);
    }
  }

  /** What is written so, unless it is something else. */
  static Optional<ShingleSpec> read(String text) {
    Matcher matcher = LENGTH_AND_UNIT.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > LONGEST) {
      return Optional.empty();
    }
    return Optional.of(new ShingleSpec(Integer.parseInt(matcher.group(1)),
        Words.parse(Shingles.Unit.class, matcher.group(2) + "s")));
  }

  @Override public String toString() {
    String units = Words.of(unit);
    return length + " " + (length == 1 ? units.substring(0, units.length() - 1) : units);
  }
}
