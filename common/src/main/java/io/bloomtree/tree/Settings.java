package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How the nodes of a tree behave. Immutable.
 *
 * @param verifyAbove hits on levels above (nearer to the root than) this one are verified; 0: none
 * @param sketching what is counted beside; empty: nothing
 */
public record Settings(
    Mode mode,
    Probing probing,
    int verifyAbove,
    SlicePolicy slices,
    ParentPolicy parent,
    Timing timing,
    Batching batching,
    Limits limits,
    Copying copying,
    Optional<Sketching> sketching) {
  public Settings {
    requireNonNull(mode, "mode");
    requireNonNull(probing, "probing");
    requireNonNull(slices, "slices");
    requireNonNull(parent, "parent");
    requireNonNull(timing, "timing");
    requireNonNull(batching, "batching");
    requireNonNull(limits, "limits");
    requireNonNull(copying, "copying");
    requireNonNull(sketching, "sketching");
    if (verifyAbove < 0) {
      throw new IllegalArgumentException("verifyAbove must be >= 0: " + verifyAbove);
    }
  }

  /** Settings without sketches. */
  public Settings(
      Mode mode, Probing probing, int verifyAbove, SlicePolicy slices, ParentPolicy parent,
      Timing timing, Batching batching, Limits limits, Copying copying) {
    this(mode, probing, verifyAbove, slices, parent, timing, batching, limits, copying,
        Optional.empty());
  }

  /** Settings with the usual pace of copying, without sketches. */
  public Settings(
      Mode mode, Probing probing, int verifyAbove, SlicePolicy slices, ParentPolicy parent,
      Timing timing, Batching batching, Limits limits) {
    this(mode, probing, verifyAbove, slices, parent, timing, batching, limits,
        Copying.defaults());
  }

  /** The same, with sketches. */
  public Settings with(Sketching sketches) {
    return new Settings(mode, probing, verifyAbove, slices, parent, timing, batching, limits,
        copying, Optional.of(sketches));
  }

  /** Dense, parallel, no verification, nothing ever dropped. */
  public static Settings defaults() {
    return new Settings(
        Mode.DENSE,
        Probing.PARALLEL,
        0,
        new SlicePolicy.Distinct(),
        ParentPolicy.FAIL,
        Timing.defaults(),
        Batching.defaults(),
        Limits.defaults());
  }

  /**
   * How long things take.
   *
   * @param deadline within which every offer ends (P3)
   * @param timeout after which a silent peer counts as away
   * @param lease how long a claim lasts without a confirm
   * @param retry after which an unanswered message is repeated
   * @param heldRetry after which an event that was HELD is asked for again
   */
  public record Timing(
      Duration deadline, Duration timeout, Duration lease, Duration retry, Duration heldRetry) {
    public Timing {
      positive("deadline", deadline);
      positive("timeout", timeout);
      positive("lease", lease);
      positive("retry", retry);
      positive("heldRetry", heldRetry);
      notLonger("timeout", timeout, "deadline", deadline);
      notLonger("retry", retry, "timeout", timeout);
      notLonger("heldRetry", heldRetry, "timeout", timeout);
      if (lease.compareTo(timeout) <= 0) {
        throw new IllegalArgumentException(
            "lease must be longer than timeout: lease=" + lease + ", timeout=" + timeout);
      }
    }

    public static Timing defaults() {
      return new Timing(
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofMillis(500),
          Duration.ofMillis(50));
    }

    private static void positive(String name, Duration duration) {
      if (duration.toMillis() < 1) {
        throw new IllegalArgumentException(name + " must be at least 1 ms: " + duration);
      }
    }

    private static void notLonger(String name, Duration it, String than, Duration other) {
      if (it.compareTo(other) > 0) {
        throw new IllegalArgumentException(
            name + " must not be longer than " + than + ": " + name + "=" + it + ", " + than + "="
                + other);
      }
    }
  }

  /**
   * How messages are gathered.
   *
   * @param events the most in one frame
   * @param linger how long an event waits for company
   * @param inFlight the most ask frames to one slice of the parent that are neither answered nor
   *     given up; confirms and releases have as many again
   */
  public record Batching(int events, Duration linger, int inFlight) {
    public Batching {
      if (events < 1 || events > 8192) {
        throw new IllegalArgumentException("events must be in 1..8192: " + events);
      }
      if (linger.isNegative()) {
        throw new IllegalArgumentException("linger must not be negative: " + linger);
      }
      if (inFlight < 1) {
        throw new IllegalArgumentException("inFlight must be >= 1: " + inFlight);
      }
    }

    public static Batching defaults() {
      return new Batching(512, Duration.ofMillis(1), 64);
    }
  }

  /**
   * How fast filters are copied (P5): a chunk is under way at a time, and no sooner than a pause
   * after the one before.
   *
   * @param words the most in a chunk, eight bytes each
   */
  public record Copying(int words, Duration pause) {
    /** A chunk must have room for all registers of a filter. */
    public static final int LEAST_WORDS = 64;

    public Copying {
      if (words < LEAST_WORDS) {
        throw new IllegalArgumentException("words must be >= " + LEAST_WORDS + ": " + words);
      }
      if (pause.toMillis() < 1) {
        throw new IllegalArgumentException("pause must be at least 1 ms: " + pause);
      }
    }

    /** 64 KiB every 10 ms: at most 6.4 MiB a second. */
    public static Copying defaults() {
      return new Copying(8_192, Duration.ofMillis(10));
    }

    /** The same, in packets of at most so many bytes. */
    public static Copying within(int packetBytes) {
      int fitting = (packetBytes - PACKET_OVERHEAD) / Long.BYTES;
      return new Copying(
          Math.max(LEAST_WORDS, Math.min(defaults().words, fitting)), defaults().pause);
    }

    /** More than a packet's header, a frame's, and what a chunk has beside its words. */
    private static final int PACKET_OVERHEAD = 512;
  }

  /**
   * How large tables may grow (P5).
   *
   * @param claims a slice's claims, and as many confirmed events not yet set on all their slices
   * @param relayed events a region passes on, of each kind
   * @param offers an agent's offers that wait for a verdict
   * @param outstanding an agent's events that are asked for, claimed, or not yet acknowledged
   * @param agents those whose incarnation a root slice remembers, or whose way a region does
   */
  public record Limits(int claims, int relayed, int offers, int outstanding, int agents) {
    public Limits {
      atLeastOne("claims", claims);
      atLeastOne("relayed", relayed);
      atLeastOne("offers", offers);
      atLeastOne("outstanding", outstanding);
      atLeastOne("agents", agents);
    }

    public static Limits defaults() {
      return new Limits(1_000_000, 500_000, 100_000, 100_000, 100_000);
    }

    private static void atLeastOne(String name, int limit) {
      if (limit < 1) {
        throw new IllegalArgumentException(name + " must be >= 1: " + limit);
      }
    }
  }
}
