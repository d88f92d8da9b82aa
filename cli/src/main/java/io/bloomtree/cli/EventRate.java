package io.bloomtree.cli;

import io.bloomtree.topology.Quantity;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;

/**
 * How many events come in some time, as an option says it: {@code 5k/s}, {@code 90/m}. Immutable.
 *
 * @param events in each unit
 * @param unitMillis how long the unit is
 */
record EventRate(long events, long unitMillis) {
  private static final Map<String, Long> UNITS =
      Map.of("s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  /** Empty if it is none. */
  static Optional<EventRate> read(String text) {
    int slash = text.indexOf('/');
    return slash < 0 || !UNITS.containsKey(text.substring(slash + 1))
        ? Optional.empty()
        : Quantity.count(text.substring(0, slash))
            .filter(events -> events > 0)
            .map(events -> new EventRate(events, UNITS.get(text.substring(slash + 1))));
  }

  /** Events in so many milliseconds, a part of one counted as one; as many as a long can hold. */
  long in(long millis) {
    BigInteger unit = BigInteger.valueOf(unitMillis);
    return BigInteger.valueOf(events).multiply(BigInteger.valueOf(millis))
        .add(unit).subtract(BigInteger.ONE)
        .divide(unit)
        .min(BigInteger.valueOf(Long.MAX_VALUE))
        .longValueExact();
  }
}
