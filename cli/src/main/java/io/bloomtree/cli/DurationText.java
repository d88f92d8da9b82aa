package io.bloomtree.cli;

import io.bloomtree.topology.Quantity;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time as topologies have it: {@code 500ms}, {@code 1m30s}; not none. */
final class DurationText implements ITypeConverter<Duration> {

  @Override public Duration convert(String text) {
    return Quantity.duration(text).filter(it -> !it.isZero())
        .orElseThrow(() -> new TypeConversionException(
            "must be a time like 500ms, 2s or 1m30s: " + text));
  }
}
