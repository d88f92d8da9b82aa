package io.bloomtree.topology;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts, sizes and durations as people write them: {@code 10M}, {@code 64MiB}, {@code 1h30m}. */
public final class Quantity {
  static final Duration LONGEST = Duration.ofDays(3660);

  private static final Map<String, Long> COUNTS =
      Map.of("", 1L, "k", 1_000L, "M", 1_000_000L, "G", 1_000_000_000L);
  private static final Map<String, Long> SIZES = Map.of(
      "", 1L, "B", 1L, "kB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L,
      "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
  private static final Map<String, Duration> DURATIONS = new LinkedHashMap<>();

  static {
    DURATIONS.put("d", Duration.ofDays(1));
    DURATIONS.put("h", Duration.ofHours(1));
    DURATIONS.put("m", Duration.ofMinutes(1));
    DURATIONS.put("s", Duration.ofSeconds(1));
    DURATIONS.put("ms", Duration.ofMillis(1));
    DURATIONS.put("us", Duration.ofNanos(1_000));
  }

  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?)([A-Za-z]{0,3})");
  private static final Pattern DURATION_PART = Pattern.compile("([0-9]{1,12})([a-z]{1,2})");

  private Quantity() {}

  /** A number of things: {@code 500}, {@code 10k}, {@code 1.5M}, {@code 1G}. */
  public static Optional<Long> count(String text) {
    return scaled(text, COUNTS);
  }

  /** A number of bytes: {@code 4096}, {@code 64KiB}, {@code 1MB}. */
  static Optional<Long> size(String text) {
    return scaled(text, SIZES);
  }

  private static Optional<Long> scaled(String text, Map<String, Long> units) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text);
    if (!matcher.matches() || !units.containsKey(matcher.group(2))) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigDecimal(matcher.group(1))
          .multiply(BigDecimal.valueOf(units.get(matcher.group(2))))
          .longValueExact());
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** A time: whole numbers with units, the larger unit first, each once. */
  public static Optional<Duration> duration(String text) {
    Matcher part = DURATION_PART.matcher(text);
    Duration sum = Duration.ZERO;
    Duration lastUnit = LONGEST;
    int end = 0;
    while (end < text.length()) {
      if (!part.find(end) || part.start() != end) {
        return Optional.empty();
      }
      Duration unit = DURATIONS.get(part.group(2));
      if (unit == null || unit.compareTo(lastUnit) >= 0) {
        return Optional.empty();
      }
      long number = Long.parseLong(part.group(1));
      if (number > LONGEST.dividedBy(unit)) {
        return Optional.empty();
      }
      sum = sum.plus(unit.multipliedBy(number));
      lastUnit = unit;
      end = part.end();
    }
    return end == 0 || sum.compareTo(LONGEST) > 0 ? Optional.empty() : Optional.of(sum);
  }

  /** A number of things as {@link #count} reads it, with the largest unit that is exact. */
  static String written(long count) {
    return written(count, List.of("G", "M", "k"), COUNTS);
  }

  /** A number of bytes as {@link #size} reads it, with the largest unit that is exact. */
  static String writtenSize(long bytes) {
    return written(bytes, List.of("GiB", "MiB", "KiB"), SIZES);
  }

  private static String written(long number, List<String> largestFirst, Map<String, Long> units) {
    for (String unit : largestFirst) {
      if (number > 0 && number % units.get(unit) == 0) {
        return number / units.get(unit) + unit;
      }
    }
    return Long.toString(number);
  }

  /** A time as {@link #duration} reads it. */
  static String written(Duration duration) {
    var text = new StringBuilder();
    Duration rest = duration;
    for (Map.Entry<String, Duration> unit : DURATIONS.entrySet()) {
      long number = rest.dividedBy(unit.getValue());
      if (number > 0) {
        text.append(number).append(unit.getKey());
        rest = rest.minus(unit.getValue().multipliedBy(number));
      }
    }
    return text.isEmpty() ? "0s" : text.toString();
  }
}
