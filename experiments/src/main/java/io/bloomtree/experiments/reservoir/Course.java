package io.bloomtree.experiments.reservoir;

import io.bloomtree.experiments.Steps;
import io.bloomtree.filter.Errors;
import io.bloomtree.filter.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The errors of a filter while a stream passes. Immutable; its arrays are not changed.
 *
 * @param places after how many records it was looked at
 * @param errors from the first record up to each of these places
 */
record Course(int[] places, List<Errors> errors) {
  /** As a share of the stream. */
  private static final double EARLIEST = 0.0005;
  private static final double POINTS_OF_A_DECADE = 5;

  static Course of(Filter filter, Records records, int[] places, Steps steps) {
    var errors = new ArrayList<Errors>();
    var sum = new Errors(0, 0, 0, 0);
    int from = 0;
    for (int to : places) {
      sum = plus(sum, between(filter, records, from, to));
      errors.add(sum);
      steps.add(to - from);
      from = to;
    }
    return new Course(places, List.copyOf(errors));
  }

  private static Errors between(Filter filter, Records records, int from, int to) {
    int falsePositives = 0;
    int falseNegatives = 0;
    int copies = 0;
    for (int i = from; i < to; i++) {
      boolean isNew = filter.addIfNew(records.events()[i]);
      if (records.truth().isCopy(i)) {
        copies++;
        falseNegatives += isNew ? 1 : 0;
      } else {
        falsePositives += isNew ? 0 : 1;
      }
    }
    return new Errors(falsePositives, to - from - copies, falseNegatives, copies);
  }

  private static Errors plus(Errors one, Errors other) {
    return new Errors(
        one.falsePositives() + other.falsePositives(), one.distinct() + other.distinct(),
        one.falseNegatives() + other.falseNegatives(), one.copies() + other.copies());
  }

  /** So many places at even distances; fewer if the stream is shorter. */
  static int[] evenPlaces(int length, int count) {
    return IntStream.rangeClosed(1, count)
        .map(i -> (int) ((long) length * i / count))
        .filter(place -> place > 0)
        .distinct()
        .toArray();
  }

  /** Places at even distances on a logarithmic axis, the last one, and some of one's own. */
  static int[] growingPlaces(int length, long... more) {
    var places = new TreeSet<Integer>();
    for (double place = length; place >= length * EARLIEST;
        place /= Math.pow(10, 1 / POINTS_OF_A_DECADE)) {
      places.add((int) Math.ceil(place));
    }
    for (long place : more) {
      places.add((int) Math.min(place, length));
    }
    return places.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Both together, as if of one stream. */
  Course plus(Course other) {
    var sums = new ArrayList<Errors>();
    for (int i = 0; i < places.length; i++) {
      sums.add(plus(errors.get(i), other.errors.get(i)));
    }
    return new Course(places, List.copyOf(sums));
  }

  Errors end() {
    return errors.get(errors.size() - 1);
  }

  /** Up to the last place that is not behind this one. */
  Errors at(long place) {
    int last = 0;
    for (int i = 0; i < places.length && places[i] <= place; i++) {
      last = i;
    }
    return errors.get(last);
  }

  double[] falseNegatives() {
    return errors.stream().mapToDouble(Errors::falseNegativeRate).toArray();
  }

  double[] falsePositives() {
    return errors.stream().mapToDouble(Errors::falsePositiveRate).toArray();
  }
}
