package io.bloomtree.cli;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes as an option or a topology says it: {@code 4096}, {@code 64KiB}. Immutable. */
record ByteSize(long bytes) {
  private static final Map<String, Long> UNITS = Map.of(
      "", 1L, "B", 1L, "kB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L,
      "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)([A-Za-z]{0,3})");

  /**
   * The size that is written so.
   *
   * @throws IllegalArgumentException if it is none
   */
  static ByteSize parse(String text) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text);
    if (!matcher.matches() || !UNITS.containsKey(matcher.group(2))) {
      throw new IllegalArgumentException("must be a size like 4096, 64KiB or 1MB: " + text);
    }
    return new ByteSize(new BigDecimal(matcher.group(1))
        .multiply(BigDecimal.valueOf(UNITS.get(matcher.group(2))))
        .longValue());
  }
}
