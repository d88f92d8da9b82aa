package io.bloomtree.stream;

import static java.util.Objects.requireNonNull;

import java.util.PrimitiveIterator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Exactly so many different events, at random places, and between them copies of which it is given
 * how long ago their originals were. Takes 8 bytes of memory for each event.
 *
 * @param distinct the share of events that are not copies
 * @param growth with which power of the events so far the different ones among them grow: 1 if
 *     they come as often at any time, less if ever fewer of them do; where that would be more of
 *     them than there are events, the rest comes later
 */
public record RecencyStream(
    int length, double distinct, double growth, Recency recency, long seed)
    implements EventStream {

  public RecencyStream {
    Draws.requireLength(length);
    Draws.requireShare("distinct", distinct);
    Draws.requireShare("growth", growth);
    requireNonNull(recency, "recency");
  }

  /** Different events come as often at any time. */
  public RecencyStream(int length, double distinct, Recency recency, long seed) {
    this(length, distinct, 1, recency, seed);
  }

  @Override public PrimitiveIterator.OfLong iterator() {
    return new Draws(length, seed, new Numbers(this));
  }

  /** Used by one thread. */
  private static final class Numbers implements LongSupplier {
    /*
     * Early in the stream the original of a copy may be longer ago than there are events. Such a
     * copy waits until there are enough, and another one takes its place: were it drawn again, the
     * long gaps would be fewer than given.
     */
    private final RecencyStream stream;
    private final RandomGenerator random;
    private final LastUses last;
    private final int[] numbers;
    private final PriorityQueue<Integer> waiting = new PriorityQueue<>();
    private int place;
    private int originals;

    Numbers(RecencyStream stream) {
      this.stream = stream;
      this.random = new SplittableRandom(stream.seed);
      this.last = new LastUses(stream.length);
      this.numbers = new int[stream.length];
      // the first is an original whatever is drawn
      this.originals = Math.max(1, (int) Math.round(stream.distinct * stream.length));
    }

    @Override public long getAsLong() {
      if (place == 0 || originalComes()) {
        originals--;
        numbers[place] = last.marks();
      } else {
        int original = last.withBehind(differentSince());
        last.clear(original);
        numbers[place] = numbers[original];
      }
      last.mark(place);
      return numbers[place++];
    }

    private boolean originalComes() {
      int left = stream.length - place;
      if (stream.growth == 1) {
        return random.nextInt(left) < originals;
      }
      // of those that are to come, the share that is due here
      double gone = Math.pow((double) place / stream.length, stream.growth);
      double next = Math.pow((place + 1.0) / stream.length, stream.growth);
      return originals == left || random.nextDouble() * (1 - gone) < originals * (next - gone);
    }

    private int differentSince() {
      if (!waiting.isEmpty() && waiting.peek() < last.marks()) {
        return waiting.poll();
      }
      int since = stream.recency.draw(random);
      while (since >= last.marks()) {
        waiting.add(since);
        since = stream.recency.draw(random);
      }
      return since;
    }
  }
}
