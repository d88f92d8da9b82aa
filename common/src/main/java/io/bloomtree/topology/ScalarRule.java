package io.bloomtree.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.bloomtree.filter.Window;
import io.bloomtree.topology.YamlValue.Scalar;
import io.bloomtree.topology.YamlValue.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A single value: a word, a number, a time. Immutable. */
record ScalarRule(String allowed, Function<Scalar, Optional<JsonNode>> reading, List<String> words)
    implements ValueRule {

  private ScalarRule(String allowed, Function<Scalar, Optional<JsonNode>> reading) {
    this(allowed, reading, List.of());
  }

  /** One of some words. */
  static ScalarRule oneOf(List<String> words) {
    return new ScalarRule("one of " + String.join(", ", words),
        scalar -> words.contains(scalar.text())
            ? Optional.of(TextNode.valueOf(scalar.text()))
            : Optional.empty(),
        words);
  }

  static ScalarRule oneOf(String... words) {
    return oneOf(List.of(words));
  }

  /** Text that a constructor accepts, by not throwing. */
  static ScalarRule text(String allowed, Function<String, ?> constructor) {
    return new ScalarRule(allowed, scalar -> {
      if (scalar.type() != Type.TEXT || scalar.text().isEmpty()) {
        return Optional.empty();
      }
      try {
        constructor.apply(scalar.text());
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
      return Optional.of(TextNode.valueOf(scalar.text()));
    });
  }

  /** A plain whole number. */
  static ScalarRule wholeNumber(long least, long most) {
    return new ScalarRule("a whole number from " + least + " to " + most,
        scalar -> scalar.text().matches("-?(0|[1-9][0-9]{0,18})")
            ? within(parseLong(scalar.text()), least, most)
            : Optional.empty());
  }

  /** A number of things. */
  static ScalarRule count(long least, long most) {
    return new ScalarRule("a count from " + least + " to " + most + " such as 500, 10k or 10M",
        scalar -> within(Quantity.count(scalar.text()), least, most));
  }

  /** A number of bytes. */
  static ScalarRule size(String least, String most) {
    return new ScalarRule(
        "a size from " + least + " to " + most + " such as 4096, 64KiB or 1MiB",
        scalar -> within(Quantity.size(scalar.text()), Quantity.size(least).orElseThrow(),
            Quantity.size(most).orElseThrow()));
  }

  /** A time. */
  static ScalarRule duration(Duration least) {
    return new ScalarRule("a time from " + Quantity.written(least) + " to "
        + Quantity.written(Quantity.LONGEST) + " such as 500ms, 2s or 1h30m",
        scalar -> Quantity.duration(scalar.text())
            .filter(duration -> duration.compareTo(least) >= 0)
            .map(duration -> TextNode.valueOf(duration.toString())));
  }

  /** A time, or a number of events. */
  static ScalarRule window() {
    return new ScalarRule(
        "a time such as 10m or 1h30m, or a number of events such as 100k events",
        scalar -> WindowSpec.read(scalar.text())
            .filter(window -> window.span() >= 1 && window.span() <= Window.MAX_SPAN)
            .map(window -> TextNode.valueOf(window.toString())));
  }

  /** When state is forced to the disk. */
  static ScalarRule fsync() {
    return new ScalarRule("each, never, or a time from " + Quantity.written(FsyncText.LEAST_PERIOD)
        + " such as 1s",
        scalar -> FsyncText.read(scalar.text())
            .map(fsync -> TextNode.valueOf(FsyncText.written(fsync))),
        List.of("each", "never"));
  }

  /** Of what shingles are runs. */
  static ScalarRule shingle() {
    return new ScalarRule("1 to " + ShingleSpec.LONGEST
        + " words or characters such as 3 words or 4 characters",
        scalar -> ShingleSpec.read(scalar.text())
            .map(shingle -> TextNode.valueOf(shingle.toString())));
  }

  /** Where HTTP is spoken: a port of loopback, or an address. */
  static ScalarRule listener() {
    return new ScalarRule("a port from 1 to " + HostPort.MAX_PORT
        + ", which is one of 127.0.0.1, or a host:port",
        scalar -> {
          try {
            return Optional.of(TextNode.valueOf(HttpSpec.listener(scalar.text()).toString()));
          } catch (IllegalArgumentException e) {
            return Optional.empty();
          }
        });
  }

  /** A probability that is neither 0 nor 1. */
  static ScalarRule rate(double least) {
    String written = String.valueOf(least).replace(".0E", "e");
    return new ScalarRule("a rate from " + written + " to below 1 such as 0.001",
        scalar -> decimal(scalar).filter(rate -> rate >= least && rate < 1)
            .map(DoubleNode::valueOf));
  }

  /** Some of a whole, or all of it. */
  static ScalarRule share(double least) {
    return new ScalarRule("a share from " + least + " to 1 such as 0.5",
        scalar -> decimal(scalar).filter(share -> share >= least && share <= 1)
            .map(DoubleNode::valueOf));
  }

  private static Optional<Double> decimal(Scalar scalar) {
    return scalar.text().matches("[0-9]{0,30}(\\.[0-9]{0,30})?([eE][-+]?[0-9]{1,3})?")
            && scalar.text().matches("\\.?[0-9].*")
        ? Optional.of(Double.parseDouble(scalar.text()))
        : Optional.empty();
  }

  static ScalarRule flag() {
    return new ScalarRule("true or false",
        scalar -> scalar.text().matches("true|false")
            ? Optional.of(BooleanNode.valueOf(scalar.text().equals("true")))
            : Optional.empty());
  }

  @Override public Optional<JsonNode> check(
      String name, String pointer, YamlValue value, Findings findings) {
    findings.place(pointer, value.position());
    Optional<JsonNode> read =
        value instanceof Scalar scalar && scalar.type() != Type.NULL
            ? reading.apply(scalar)
            : Optional.empty();
    if (read.isEmpty()) {
      refuse(name, pointer, value, findings);
    }
    return read;
  }

  private void refuse(String name, String pointer, YamlValue value, Findings findings) {
    if (value instanceof YamlValue.Broken) {
      findings.broken(pointer);
      return;
    }
    String hint = value instanceof Scalar scalar ? Nearest.hint(scalar.text(), words) : "";
    String quotes = value instanceof Scalar scalar && words.isEmpty() && wouldDoInQuotes(scalar)
        ? ": put it in quotes" : "";
    findings.broken(pointer, value.position(), name + " is " + value.described()
        + (hint.isEmpty() ? "," : hint) + " must be " + allowed + quotes);
  }

  /** Whether it is refused only because YAML takes it for a number or a boolean. */
  private boolean wouldDoInQuotes(Scalar scalar) {
    return (scalar.type() == Type.NUMBER || scalar.type() == Type.BOOLEAN)
        && reading.apply(new Scalar(scalar.position(), Type.TEXT, scalar.text())).isPresent();
  }

  private static Optional<Long> parseLong(String digits) {
    try {
      return Optional.of(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> within(Optional<Long> number, long least, long most) {
    return number.filter(it -> it >= least && it <= most).map(LongNode::valueOf);
  }
}
