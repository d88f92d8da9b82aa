package io.bloomtree.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How topologies spell the constants of an enum: {@code few-false-positives}. */
final class Words {
  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static <E extends Enum<E>> List<String> all(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Words::of).toList();
  }

  static <E extends Enum<E>> E parse(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
