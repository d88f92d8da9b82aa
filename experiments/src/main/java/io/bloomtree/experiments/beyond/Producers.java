package io.bloomtree.experiments.beyond;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Offer events to a tree, again if need be, until there is a verdict. Owned by one thread. */
final class Producers {
  private static final long BEGIN = 1_000;
  private static final long BEFORE_OFFERED_AGAIN = 100;

  private final VirtualTime time;
  private final Tree tree;
  private final Deliveries deliveries = new Deliveries();
  private long verdicts;
  private long waited;
  private long repeats;
  private long longest;

  /** Decides about events. */
  interface Tree {
    /** Tells, once, whether the event is distinct; or that nobody has decided in time. */
    void offer(int agent, long fingerprint, Consumer<Optional<Boolean>> ended);
  }

  /** An event that is offered somewhere at a time. */
  record Arrival(long time, int agent, long fingerprint) {}

  Producers(VirtualTime time, Tree tree) {
    this.time = time;
    this.tree = tree;
  }

  /** Copies of events, whenever and wherever: one offer a millisecond, on average. */
  static List<Arrival> arrivals(int events, int copies, int agents, long seed) {
    var random = new SplittableRandom(seed);
    List<Arrival> arrivals = new ArrayList<>();
    for (int event = 0; event < events; event++) {
      long fingerprint = random.nextLong();
      for (int copy = 0; copy < copies; copy++) {
        long at = BEGIN + random.nextLong((long) events * copies);
        arrivals.add(new Arrival(at, random.nextInt(agents), fingerprint));
      }
    }
    return arrivals;
  }

  /** Offers all, and lets time pass until each has its verdict. */
  Producers run(List<Arrival> arrivals) {
    for (Arrival arrival : arrivals) {
      deliveries.offered(arrival.fingerprint);
      time.at(arrival.time, () -> offer(arrival));
    }
    time.passWhile(() -> !deliveries.isComplete());
    return this;
  }

  private void offer(Arrival arrival) {
    long begin = time.now();
    tree.offer(arrival.agent, arrival.fingerprint, isDistinct -> {
      longest = Math.max(longest, time.now() - begin);
      if (isDistinct.isPresent()) {
        verdicts++;
        waited += time.now() - arrival.time;
        deliveries.told(arrival.fingerprint, isDistinct.get());
      } else {
        repeats++;
        time.after(BEFORE_OFFERED_AGAIN, () -> offer(arrival));
      }
    });
  }

  Deliveries deliveries() {
    return deliveries;
  }

  /** Milliseconds from the first offer to the verdict, on average. */
  double average() {
    return (double) waited / verdicts;
  }

  /** How many offers failed and were made again. */
  long repeats() {
    return repeats;
  }

  /** The most milliseconds until an offer ended, one way or the other. */
  long longest() {
    return longest;
  }
}
