package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Offers again what nobody decided on, before a line passes for want of a verdict. Owned by one
 * thread, which waits.
 */
final class PatientOffers {
  /*
   * A tree that is short of time, room or a node for a moment fails offers at once: without a
   * pause a whole file could rush by undecided. The pauses add up to six seconds, beyond the
   * timeouts of most topologies. Where that did not help, the next lines do not wait as long again,
   * until the tree has decided on something.
   */
  private static final List<Duration> PAUSES = List.of(
      Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400),
      Duration.ofMillis(800), Duration.ofMillis(1600), Duration.ofMillis(3200));

  /** Lets time pass. */
  @FunctionalInterface
  interface Pause {
    void last(Duration duration) throws InterruptedException;
  }

  private final KeyOffers offers;
  private final Pause pause;
  private boolean patient = true;

  PatientOffers(KeyOffers offers, Pause pause) {
    this.offers = requireNonNull(offers, "offers");
    this.pause = requireNonNull(pause, "pause");
  }

  /** What became of keys that were offered, after further offers if it takes them. */
  List<Resolution> settled(byte[][] keys, CompletableFuture<List<Resolution>> offered)
      throws InterruptedException {
    List<Resolution> resolutions = await(offered);
    int[] open = undecided(resolutions);
    for (int i = 0; i < PAUSES.size() && open.length > 0 && patient; i++) {
      pause.last(PAUSES.get(i));
      resolutions = offerAgain(keys, resolutions, open);
      open = undecided(resolutions);
    }
    patient = open.length < keys.length || keys.length == 0 && patient;
    return resolutions;
  }

  private List<Resolution> offerAgain(byte[][] keys, List<Resolution> resolutions, int[] open)
      throws InterruptedException {
    byte[][] again = Arrays.stream(open).mapToObj(i -> keys[i]).toArray(byte[][]::new);
    List<Resolution> answers = await(offers.offerAll(again).toCompletableFuture());
    List<Resolution> merged = new ArrayList<>(resolutions);
    for (int i = 0; i < open.length; i++) {
      merged.set(open[i], answers.get(i));
    }
    return merged;
  }

  /** Those that a further offer may help. */
  private static int[] undecided(List<Resolution> resolutions) {
    var open = new ArrayList<Integer>();
    for (int i = 0; i < resolutions.size(); i++) {
      if (resolutions.get(i) instanceof Resolution.Failure failure
          && failure.reason() != Reason.FENCED && failure.reason() != Reason.STATE_FAILED) {
        open.add(i);
      }
    }
    return open.stream().mapToInt(Integer::intValue).toArray();
  }

  private static List<Resolution> await(CompletableFuture<List<Resolution>> offered)
      throws InterruptedException {
    try {
      return offered.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a bulk offer broke down", e.getCause());
    }
  }
}
