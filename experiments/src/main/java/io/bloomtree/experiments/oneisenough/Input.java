package io.bloomtree.experiments.oneisenough;

import static io.bloomtree.experiments.Unit.COUNT;
import static java.util.Objects.requireNonNull;

import io.bloomtree.experiments.Setup;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What an experiment is run on. Immutable; the arrays in it are not copied, and nobody changes
 * them.
 *
 * @param file for names of files
 * @param title for people
 * @param runs streams of one distribution, of which the results are averaged; a user's own stream
 *     there is but once
 */
record Input(String file, String title, List<long[]> runs) {

  Input {
    requireNonNull(file, "file");
    requireNonNull(title, "title");
    runs = List.copyOf(runs);
  }

  /** A user's own stream, or these, so many times each. */
  static List<Input> of(Setup setup, int length, int times, DataSet... sets) {
    return setup.trace()
        .map(trace -> List.of(new Input("own", trace.name(), List.of(trace.events()))))
        .orElseGet(() -> Stream.of(sets).map(set -> of(set, length, times)).toList());
  }

  private static Input of(DataSet set, int length, int times) {
    return new Input(set.file(), set.title(),
        IntStream.range(0, times).mapToObj(run -> set.events(length, 10L * run + 1)).toList());
  }

  /** "100,000 events", or how often so many. */
  String size() {
    String length = COUNT.show(runs.get(0).length) + " events";
    return runs.size() == 1 ? length : runs.size() + " times " + length;
  }
}
