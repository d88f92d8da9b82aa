package io.bloomtree.experiments;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** What the values of a column are, and how people read them. */
public enum Unit {
  TEXT {
    @Override public String show(Object value) {
      return value.toString();
    }
  },
  COUNT {
    @Override public String show(Object value) {
      return String.format(Locale.ROOT, "%,d", ((Number) value).longValue());
    }
  },
  /** Three digits that count. */
  NUMBER {
    @Override public String show(Object value) {
      return digits(((Number) value).doubleValue());
    }
  },
  /** A part of one, shown per cent. */
  SHARE {
    @Override public String show(Object value) {
      double share = ((Number) value).doubleValue();
      return Double.isFinite(share) ? digits(100 * share) + " %" : NOTHING;
    }
  };

  private static final String NOTHING = "-";
  private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_UP);
  private static final double LEAST_PLAIN = 1e-4;
  private static final double MOST_PLAIN = 1e7;

  /** For people; a value that there is none of, NaN, is a dash. */
  public abstract String show(Object value);

  private static String digits(double value) {
    if (!Double.isFinite(value)) {
      return NOTHING;
    }
    if (value != 0 && (Math.abs(value) < LEAST_PLAIN || Math.abs(value) >= MOST_PLAIN)) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    BigDecimal rounded = Math.abs(value) >= 1000
        ? new BigDecimal(value).setScale(0, RoundingMode.HALF_UP)
        : new BigDecimal(value).round(THREE);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
