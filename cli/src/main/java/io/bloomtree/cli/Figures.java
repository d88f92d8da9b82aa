package io.bloomtree.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Rates, sizes, counts and lists of names as people read them. */
final class Figures {
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final double LEAST_PERCENTAGE = 1e-4;
  private static final double MOST_PERCENTAGE = 0.9995;
  private static final String[] COUNT_UNITS = {"", "k", "M", "G"};
  private static final String[] SIZE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Figures() {}

  /** {@code 0.1 %}, or {@code 1.2e-5} where a percentage would be all zeros. */
  static String rate(double rate) {
    if (rate == 0) {
      return "0";
    }
    if (rate < LEAST_PERCENTAGE) {
      return String.format(Locale.ROOT, "%.1e", rate).replace(".0e", "e").replace("e-0", "e-");
    }
    if (rate >= MOST_PERCENTAGE && rate < 1) {
      return "> 99.9 %";
    }
    return plain(new BigDecimal(rate).movePointRight(2).round(THREE_DIGITS)) + " %";
  }

  /** A part of a whole: {@code 40 %}. */
  static String percent(long part, long whole) {
    return whole == 0 ? "100 %" : Math.round(100.0 * part / whole) + " %";
  }

  /** Microseconds in the unit that people would use: {@code 250 us}, {@code 1.5 ms}. */
  static String micros(double micros) {
    double value = micros;
    String unit = " us";
    if (micros >= 999_500) {
      value = micros / 1e6;
      unit = " s";
    } else if (micros >= 999.5) {
      value = micros / 1e3;
      unit = " ms";
    }
    return decimal(value) + unit;
  }

  /** A number to three digits: {@code 0.77}, {@code 1230}. */
  static String decimal(double number) {
    return plain(new BigDecimal(number).round(THREE_DIGITS));
  }

  /** As a topology says it, but for parts of a second: {@code 1m30s}, {@code 0.5s}. */
  static String time(Duration time) {
    return time.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  /** Bytes, in powers of 1024: {@code 1.75 MiB}. */
  static String size(long bytes) {
    double size = bytes;
    int unit = 0;
    // 1023.5 would be rounded to 1024
    while (size >= 1023.5 && unit < SIZE_UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    String digits = size >= 1000
        ? String.format(Locale.ROOT, "%.0f", size)
        : plain(new BigDecimal(size).round(THREE_DIGITS));
    return digits + " " + SIZE_UNITS[unit];
  }

  /** As a topology may say it, {@code 1.5M}, if that is exact; otherwise in full. */
  static String count(long count) {
    int unit = 0;
    for (long rest = count; rest >= 1000 && unit < COUNT_UNITS.length - 1; rest /= 1000) {
      unit++;
    }
    // two decimals at most: 1.25M, but 1,234,500
    BigDecimal scaled = BigDecimal.valueOf(count).movePointLeft(3 * unit).stripTrailingZeros();
    return unit == 0 || scaled.scale() > 2 ? full(count) : plain(scaled) + COUNT_UNITS[unit];
  }

  /** A count to three digits: {@code 1.23M}. */
  static String about(long count) {
    long rounded = new BigDecimal(count).round(THREE_DIGITS).longValueExact();
    return count < 1000 ? full(count) : count(rounded);
  }

  /** With separators: {@code 14,377,664}. */
  static String full(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 1 node}, {@code 2 nodes}. */
  static String counted(long count, String noun) {
    return full(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** The first of many: {@code root, eu and 7 more}. */
  static String names(List<?> names, int most) {
    if (names.size() <= most) {
      return String.join(", ", names.stream().map(Object::toString).toList());
    }
    return String.join(", ", names.subList(0, most).stream().map(Object::toString).toList())
        + " and " + full(names.size() - most) + " more";
  }

  /** The name of a constant as options and reports have it: {@code parent-away}. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Without what would make a terminal do more than show it. */
  static String printable(String text) {
    return text.replaceAll("\\p{C}", "?");
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
