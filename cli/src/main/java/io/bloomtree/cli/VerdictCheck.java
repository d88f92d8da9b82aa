package io.bloomtree.cli;

import io.bloomtree.cli.CheckReport.Keys;
import io.bloomtree.cli.CheckReport.Settled;
import io.bloomtree.cli.CheckReport.Surplus;
import io.bloomtree.cli.CheckReport.Told;
import io.bloomtree.hash.KeyHash;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges what the producers of a tree were told, all of them together, against an exact set of the
 * keys. Owned by one thread.
 */
final class VerdictCheck implements VerdictReceiver {
  /*
   * Logs of several producers have no common order, so keys are judged, not events: each is to be
   * delivered once. Nothing but counts is kept of a key, and 128 bits of hashes (KeyTable): 40 to
   * 75 bytes, as tables double, and up to 65 more for showing it.
   */

  private static final int EXAMPLES = 10;
  private static final long SEED = 0x766572646963747AL;

  private static final byte SOUND_DUPLICATE = 1;
  private static final byte DEGRADED_DUPLICATE = 2;
  private static final byte CLAIMED = 4;

  private final KeyTable keys =
      new KeyTable(KeyHash.of(KeyHash.names().get(0), SEED, VerdictLogReader.LONGEST_LINE));
  private final KeyBeginnings beginnings =
      new KeyBeginnings(Runtime.getRuntime().maxMemory() / 4);
  /** By key: deliveries after a verdict that was not degraded, and all others. */
  private int[] sound = new int[1 << 10];
  private int[] excused = new int[1 << 10];
  private byte[] told = new byte[1 << 10];
  /** Of the log that is being read: the keys of its open offers. */
  private final Map<Long, Integer> open = new HashMap<>();
  private long lastOffer;
  private int logs;
  private long torn;
  private long distinct;
  private long degradedDistinct;
  private long duplicates;
  private long degradedDuplicates;
  private long failed;
  private long confirmed;
  private long released;
  private long unsettled;
  private long undecidedDelivered;

  /**
   * What these logs say together.
   *
   * @throws BadInputException as {@link VerdictLogReader#read} does
   */
  static VerdictCheck of(List<Path> logs) throws BadInputException {
    var check = new VerdictCheck();
    for (Path log : logs) {
      VerdictLogReader.read(log, check);
    }
    return check;
  }

  @Override public void log() {
    open.clear();
    lastOffer = 0;
    logs++;
  }

  @Override public void torn() {
    torn++;
  }

  @Override public void entry(VerdictEntry entry) throws MalformedLineException {
    int key = number(entry.key());
    if (entry.offer().isPresent()) {
      long offer = entry.offer().getAsLong();
      if (offer <= lastOffer) {
        reopen(offer, key, entry);
        settle(key, entry);
        return;
      }
      lastOffer = offer;
      if (entry.isOpen()) {
        open.put(offer, key);
      }
    }
    switch (entry.told()) {
      case DISTINCT -> {
        distinct++;
        degradedDistinct += entry.isDegraded() ? 1 : 0;
        told[key] |= CLAIMED;
      }
      case DUPLICATE -> {
        duplicates++;
        degradedDuplicates += entry.isDegraded() ? 1 : 0;
        told[key] |= entry.isDegraded() ? DEGRADED_DUPLICATE : SOUND_DUPLICATE;
      }
      case FAILED -> failed++;
    }
    unsettled += entry.isOpen() ? 1 : 0;
    settle(key, entry);
  }

  private int number(byte[] bytes) {
    int key = keys.number(bytes);
    beginnings.keep(key, bytes);
    if (key == told.length) {
      sound = Arrays.copyOf(sound, 2 * key);
      excused = Arrays.copyOf(excused, 2 * key);
      told = Arrays.copyOf(told, 2 * key);
    }
    return key;
  }

  /** Numbers grow, so one that does not belongs to a line that is there already. */
  private void reopen(long offer, int key, VerdictEntry entry) throws MalformedLineException {
    Integer opened = open.remove(offer);
    if (opened == null) {
      throw new MalformedLineException("offer " + offer + " is not open: offers must have growing "
          + "numbers, and only a distinct one that is not settled may have another line");
    }
    if (opened != key) {
      throw new MalformedLineException("offer " + offer + " must have the key that it had before");
    }
    if (entry.told() != VerdictEntry.Told.DISTINCT || entry.settled() == Settlement.OPEN) {
      throw new MalformedLineException(
          "offer " + offer + " is open: it must be distinct and confirmed, or released");
    }
    unsettled--;
  }

  private void settle(int key, VerdictEntry entry) {
    if (entry.settled() == Settlement.RELEASED) {
      released++;
    } else if (entry.settled() == Settlement.CONFIRMED) {
      boolean undecided = entry.told() == VerdictEntry.Told.FAILED;
      undecidedDelivered += undecided ? 1 : 0;
      confirmed += undecided ? 0 : 1;
      if (undecided || entry.isDegraded()) {
        excused[key]++;
      } else {
        sound[key]++;
      }
    }
  }

  /** What there is to say about all that came so far. */
  CheckReport report() {
    var count = new Count();
    for (int key = 0; key < keys.size(); key++) {
      count.add(key);
    }
    return new CheckReport(
        logs, torn,
        new Told(distinct, degradedDistinct, duplicates, degradedDuplicates, failed),
        new Settled(confirmed, released, unsettled, undecidedDelivered),
        new Keys(count.once, count.excusedAgain, count.again, count.dropped,
            count.droppedByPolicy, count.claimedOnly, count.undecided),
        new Surplus(count.excusedSurplus, count.surplus),
        count.droppedAfterClaim, count.droppedKeys, count.doubledKeys);
  }

  /** Puts every key into one class. */
  private final class Count {
    private final List<String> droppedKeys = new ArrayList<>();
    private final List<String> doubledKeys = new ArrayList<>();
    private long once;
    private long excusedAgain;
    private long again;
    private long dropped;
    private long droppedAfterClaim;
    private long droppedByPolicy;
    private long claimedOnly;
    private long undecided;
    private long surplus;
    private long excusedSurplus;

    void add(int key) {
      if ((long) sound[key] + excused[key] > 0) {
        addDelivered(key);
      } else if ((told[key] & SOUND_DUPLICATE) != 0) {
        dropped++;
        droppedAfterClaim += (told[key] & CLAIMED) != 0 ? 1 : 0;
        show(droppedKeys, key);
      } else if ((told[key] & DEGRADED_DUPLICATE) != 0) {
        droppedByPolicy++;
      } else if ((told[key] & CLAIMED) != 0) {
        claimedOnly++;
      } else {
        undecided++;
      }
    }

    private void addDelivered(int key) {
      long deliveries = (long) sound[key] + excused[key];
      // of deliveries that nothing excuses, one is the one that is enough
      long unexplained = Math.max(0, sound[key] - 1);
      surplus += unexplained;
      excusedSurplus += deliveries - 1 - unexplained;
      if (unexplained > 0) {
        again++;
        show(doubledKeys, key);
      } else if (deliveries > 1) {
        excusedAgain++;
      } else {
        once++;
      }
    }

    private void show(List<String> examples, int key) {
      if (examples.size() < EXAMPLES) {
        examples.add(beginnings.text(key));
      }
    }
  }
}
