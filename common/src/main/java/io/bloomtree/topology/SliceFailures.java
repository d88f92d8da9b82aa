package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.ErrorRates;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.QuorumRates;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.SlidingShape;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a sliced node's rates become, at design load, when slices fail. Immutable.
 *
 * @param scheme horizontal or vertical
 * @param rows for 1, 2, … failed slices, all but one at most
 */
public record SliceFailures(Scheme scheme, List<Row> rows) {
  /** Further rows would say that nearly everything is lost. */
  private static final int MOST_ROWS = 16;

  public SliceFailures {
    requireNonNull(scheme, "scheme");
    rows = List.copyOf(rows);
  }

  /** How often new events are taken for duplicates, and duplicates for new. Immutable. */
  public record Rates(double falsePositives, double falseNegatives) {}

  /**
   * The rates under each policy. Immutable.
   *
   * @param failed how many slices do not answer
   * @param duplicate what they hold counts as duplicate (Eq. 5, horizontal; Eq. 6, vertical)
   * @param distinct it counts as distinct: the default
   * @param distinctFalseNegativesAsPrinted what the paper prints for it, without binomial
   *     coefficients; the same for horizontal slices, where it is right
   * @param quorums for a quorum of 1, 2, … k; none for horizontal slices
   */
  public record Row(
      int failed,
      Rates duplicate,
      Rates distinct,
      double distinctFalseNegativesAsPrinted,
      List<QuorumRow> quorums) {
    public Row {
      quorums = List.copyOf(quorums);
    }
  }

  /**
   * The rates under one quorum. Immutable.
   *
   * @param quorum how many positions must be live and set for a duplicate
   * @param ours by our rule, which also denies an event with a live position that is not set
   * @param falsePositivesOfPaper by the paper's rule; its false negatives are the same as ours
   * @param falsePositivesAsPrinted what the paper prints for it; too low
   */
  public record QuorumRow(
      int quorum, Rates ours, double falsePositivesOfPaper, double falsePositivesAsPrinted) {}

  static SliceFailures of(SlicePlan plan, double falsePositives) {
    int most = Math.min(MOST_ROWS, plan.count() - 1);
    return new SliceFailures(plan.scheme(), IntStream.rangeClosed(1, most)
        .mapToObj(failed -> plan.scheme() == Scheme.VERTICAL
            ? vertical(plan, failed)
            : horizontal(plan.count(), falsePositives, failed))
        .toList());
  }

  private static Row horizontal(int slices, double falsePositives, int failed) {
    double falseNegatives = ErrorRates.horizontalFalseNegatives(failed, slices);
    return new Row(
        failed,
        new Rates(ErrorRates.horizontalFailedAsDuplicate(falsePositives, failed, slices), 0),
        new Rates(
            ErrorRates.horizontalFailedAsDistinct(falsePositives, failed, slices), falseNegatives),
        falseNegatives,
        List.of());
  }

  /** Only Bloom and sliding filters are cut vertically. */
  private static BloomShape cells(FilterShape shape) {
    return shape instanceof SlidingShape sliding ? sliding.cells() : (BloomShape) shape;
  }

  private static Row vertical(SlicePlan plan, int failed) {
    int probes = plan.probes();
    int slices = plan.count();
    double fill =
        ErrorRates.fillOfLarge(
            cells(plan.shape()).bits(), probes, cells(plan.shape()).expected());
    return new Row(
        failed,
        new Rates(ErrorRates.verticalFailedAsDuplicate(fill, probes, failed, slices), 0),
        new Rates(
            ErrorRates.verticalFailedAsDistinct(fill, probes, failed, slices),
            ErrorRates.verticalFalseNegatives(probes, failed, slices)),
        ErrorRates.verticalFalseNegativesAsPrinted(probes, failed, slices),
        IntStream.rangeClosed(1, probes)
            .mapToObj(quorum -> quorumRow(
                new QuorumRates(probes, quorum, fill, (double) failed / slices)))
            .toList());
  }

  private static QuorumRow quorumRow(QuorumRates rates) {
    return new QuorumRow(
        rates.quorum(),
        new Rates(rates.falsePositives(), rates.falseNegatives()),
        rates.falsePositivesOfPaper(),
        rates.falsePositivesAsPrinted());
  }
}
