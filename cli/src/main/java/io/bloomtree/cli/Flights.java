package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Resolution;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * Batches on their way from the thread that offers them to the one that writes them, in their
 * order, and no more than so many. Thread-safe.
 */
final class Flights {

  /** A batch, the keys in it, and the verdicts it waits for. */
  record Flight(
      LineBatch batch, byte[][] keys, CompletableFuture<List<Resolution>> resolutions) {
    Flight {
      requireNonNull(batch, "batch");
      requireNonNull(keys, "keys");
      requireNonNull(resolutions, "resolutions");
    }
  }

  private final Semaphore room;
  private final BlockingQueue<Optional<Flight>> queue;

  Flights(int most) {
    this.room = new Semaphore(most);
    this.queue = new ArrayBlockingQueue<>(most + 1);
  }

  /** Offers a batch as soon as there is room for it. */
  void start(LineBatch batch, KeyOffers offers) throws InterruptedException {
    room.acquire();
    byte[][] keys = batch.keys();
    var resolutions = keys.length == 0
        ? CompletableFuture.completedFuture(List.<Resolution>of())
        : offers.offerAll(keys).toCompletableFuture();
    queue.put(Optional.of(new Flight(batch, keys, resolutions)));
  }

  /** Says that no more will come. */
  void end() throws InterruptedException {
    queue.put(Optional.empty());
  }

  /** The next one, which still takes up room; or none if there will be no more. */
  Optional<Flight> next() throws InterruptedException {
    return queue.take();
  }

  /** Makes room, when a batch was written. */
  void landed() {
    room.release();
  }

  boolean isIdle() {
    return queue.isEmpty();
  }
}
