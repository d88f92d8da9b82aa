package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.ImportanceShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;

/**
 * Which kinds of filter meet a demand, the best first. Immutable.
 *
 * @param fitting those that fit into the memory: first what misses less than one copy in a
 *     million, the cheapest at the top; then by the copies they miss
 * @param lacking those that would do, given more memory; the cheapest first
 * @param unsuited those that would not, however much memory they were given
 */
public record Recommendation(
    Demand demand, List<Fitting> fitting, List<Lacking> lacking, List<Unsuited> unsuited) {
  /*
   * A filter that claims more new events also claims more of the copies that it forgot, and is no
   * better for that: without memory it would miss all but those. So ranks follow the copies that
   * are missed, of those that are not claimed by chance. Where that is all or next to all of them,
   * there is nothing in the last digits; then those are better that remember longer.
   */
  private static final double MILLION = 1e6;

  private static final Comparator<Fitting> BEST_FIRST =
      Comparator.comparingDouble(Recommendation::forgotten)
          .thenComparingDouble(it -> forgotten(it) == 0 ? it.memoryBytes() : -it.remembers())
          .thenComparing(Fitting::kind);

  /** As long as no more of the copies are missed, a filter remembers, so to speak. */
  private static final double HALF = 0.5;
  private static final long FAR = 1L << 40;

  public Recommendation {
    requireNonNull(demand, "demand");
    fitting = List.copyOf(fitting);
    lacking = List.copyOf(lacking);
    unsuited = List.copyOf(unsuited);
  }

  /**
   * A kind that fits. Immutable.
   *
   * @param shape how it is built for that
   * @param falseNegatives how many copies it misses, of the latest there are
   * @param remembers how many events it was designed for; of a kind that forgets, how many events
   *     back it still knows half of the copies, and not by chance
   * @param why it is, or is not, a good choice
   * @param yaml what a topology says to have it
   */
  public record Fitting(
      FilterKind kind,
      FilterShape shape,
      double falseNegatives,
      long remembers,
      String why,
      String yaml) {
    public Fitting {
      requireNonNull(kind, "kind");
      requireNonNull(shape, "shape");
      requireNonNull(why, "why");
      requireNonNull(yaml, "yaml");
    }

    public double falsePositives() {
      return shape.falsePositiveRate();
    }

    public long memoryBytes() {
      return shape.memoryBytes();
    }

    /** The memory of each event that it remembers. */
    public double bytesPerEvent() {
      return (double) memoryBytes() / remembers;
    }
  }

  /** A kind for which the memory is too small. Immutable. */
  public record Lacking(FilterKind kind, long neededBytes, String why) {
    public Lacking {
      requireNonNull(kind, "kind");
      requireNonNull(why, "why");
    }
  }

  /** A kind that cannot do what is wanted. Immutable. */
  public record Unsuited(FilterKind kind, String why) {
    public Unsuited {
      requireNonNull(kind, "kind");
      requireNonNull(why, "why");
    }
  }

  public static Recommendation of(Demand demand) {
    List<Fitting> fitting = new ArrayList<>();
    List<Lacking> lacking = new ArrayList<>();
    List<Unsuited> unsuited = new ArrayList<>();
    for (FilterKind kind : FilterKind.values()) {
      Optional<String> obstacle = Candidate.obstacle(kind, demand);
      if (obstacle.isPresent()) {
        unsuited.add(new Unsuited(kind, obstacle.get()));
        continue;
      }
      var candidate = new Candidate(kind, demand);
      OptionalLong needed = candidate.neededBytes();
      if (needed.isEmpty()) {
        unsuited.add(new Unsuited(kind, "No filter can be that large or that good."));
      } else if (needed.getAsLong() > demand.memoryBytes()) {
        lacking.add(new Lacking(kind, needed.getAsLong(), candidate.why()));
      } else {
        fitting.add(fitting(candidate, demand));
      }
    }
    fitting.sort(BEST_FIRST);
    lacking.sort(Comparator.comparingLong(Lacking::neededBytes));
    return new Recommendation(demand, fitting, lacking, unsuited);
  }

  private static double forgotten(Fitting fitting) {
    double share = notByChance(fitting.falseNegatives(), fitting.falsePositives());
    return Math.rint(share * MILLION) / MILLION;
  }

  private static double notByChance(double missed, double falsePositives) {
    return Math.min(1, missed / (1 - falsePositives));
  }

  private static Fitting fitting(Candidate candidate, Demand demand) {
    FilterShape shape = candidate.shape();
    double falsePositives = shape.falsePositiveRate();
    LongToDoubleFunction missed = shape instanceof ImportanceShape importance
        ? importance.rates()::falseNegativeRate // which are costly to compute
        : shape::falseNegativeRate;
    return new Fitting(
        candidate.kind(),
        shape,
        missed.applyAsDouble(demand.latest()),
        candidate.kind().forgets()
            ? halfKnown(gap -> notByChance(missed.applyAsDouble(gap), falsePositives))
            : candidate.spec().expected(),
        candidate.why(),
        candidate.yaml());
  }

  /** The most events back of which at least half of the copies are recognised. */
  private static long halfKnown(LongToDoubleFunction missed) {
    long known = 1; // the event itself, with none in between
    long unknown = 2;
    while (unknown < FAR && missed.applyAsDouble(unknown - 1) <= HALF) {
      known = unknown;
      unknown *= 2;
    }
    while (unknown - known > 1) {
      long middle = (known + unknown) >>> 1;
      if (missed.applyAsDouble(middle - 1) <= HALF) {
        known = middle;
      } else {
        unknown = middle;
      }
    }
    return known;
  }

  /** The best of those that fit. */
  public Optional<Fitting> best() {
    return fitting.stream().findFirst();
  }
}
