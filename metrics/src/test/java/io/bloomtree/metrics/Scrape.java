package io.bloomtree.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a scrape says, parsed as the text format says. Immutable. */
final class Scrape {
  private static final Pattern SAMPLE = Pattern.compile(
      "([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"\\\\]*)\",?");

  /** One line that is no comment. */
  record Sample(String name, Map<String, String> labels, double value) {}

  /** What is said once of all series of a name. */
  record Described(String type, String help) {}

  private final List<Sample> samples = new ArrayList<>();
  private final Map<String, Described> described = new LinkedHashMap<>();

  private Scrape() {}

  static Scrape of(String text) {
    var scrape = new Scrape();
    Map<String, String> helps = new HashMap<>();
    text.lines().forEach(line -> {
      String[] words = line.split(" ", 4);
      if (line.startsWith("# HELP ")) {
        helps.put(words[2], words[3]);
      } else if (line.startsWith("# TYPE ")) {
        Described before =
            scrape.described.put(words[2], new Described(words[3], helps.get(words[2])));
        assertThat(before).as("described twice: %s", words[2]).isNull();
      } else {
        scrape.samples.add(sample(line));
      }
    });
    return scrape;
  }

  private static Sample sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    assertThat(sample.matches()).as(line).isTrue();
    Map<String, String> labels = new TreeMap<>();
    if (sample.group(2) != null) {
      Matcher label = LABEL.matcher(sample.group(2));
      int end = 0;
      while (label.find()) {
        assertThat(label.start()).as(line).isEqualTo(end);
        labels.put(label.group(1), label.group(2));
        end = label.end();
      }
      assertThat(end).as(line).isEqualTo(sample.group(2).length());
    }
    return new Sample(sample.group(1), labels, number(sample.group(3)));
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  Map<String, Described> described() {
    return described;
  }

  List<Sample> samples() {
    return samples;
  }

  /** The samples of a name that have these labels, given as names and values in turn. */
  Stream<Sample> samples(String name, String... labels) {
    return samples.stream().filter(sample -> sample.name.equals(name)).filter(sample -> {
      for (int i = 0; i < labels.length; i += 2) {
        if (!labels[i + 1].equals(sample.labels.get(labels[i]))) {
          return false;
        }
      }
      return true;
    });
  }

  /** Their sum; fails if there are none. */
  double sum(String name, String... labels) {
    assertThat(samples(name, labels)).as(name + List.of(labels)).isNotEmpty();
    return samples(name, labels).mapToDouble(Sample::value).sum();
  }
}
