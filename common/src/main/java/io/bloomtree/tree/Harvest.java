package io.bloomtree.tree;

import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.MalformedSnapshotException;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.StorageException;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.ImageFrame;
import io.bloomtree.wire.ImageFrame.Area;
import io.bloomtree.wire.ImageFrame.Image;
import io.bloomtree.wire.Packet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Gathers copies of the filters that other machines keep, one after the other, and puts them into
 * or beside a slice's own. Owned by one event loop.
 */
final class Harvest extends Timer implements Copier.Listener {
  /** What is wanted, and what becomes of it. */
  interface Policy {
    /** Why the filters of a machine cannot be had, or would not be enough; empty if they are. */
    Optional<String> objection(Packet packet, ImageFrame frame);

    /** Whether a filter may know what this slice is to know. */
    boolean wants(Former former);

    /** Told when an objection is another than before. */
    void objected(Endpoint source, String why);

    void progress(long done, long total, Endpoint source);

    void complete(long now);
  }

  private static final String PENDING = "it has yet to hand over what it keeps for others";
  private static final String NO_IMAGE = "it has no image of its filter";
  /** How much larger than this slice's own a filter may be: a tree is not built of such. */
  private static final long MOST_TIMES_LARGER = 1_024;
  private static final long SLACK_BYTES = 1 << 20;

  private final Place place;
  private final int index;
  private final MachineStore store;
  private final Copier copier;
  private final long wait;
  private final Timers timers;
  /** Whom to copy from next; those of a group must all be calm first. */
  private final Deque<List<Source>> groups = new ArrayDeque<>();
  private Policy policy;
  private int first;
  private int idle;
  private Source current;

  Harvest(
      Place place, int index, MachineStore store, Copier copier, Settings settings,
      Timers timers) {
    this.place = place;
    this.index = index;
    this.store = store;
    this.copier = copier;
    this.wait = settings.timing().retry().toMillis();
    this.timers = timers;
  }

  /** One machine that is copied from. */
  private static final class Source {
    final Endpoint machine;
    /** Whether it was once seen with nothing to hand over: then its slices have it all. */
    boolean isCalm;
    boolean isDone;
    int next;
    int count;
    String objection = "";

    Source(Endpoint machine) {
      this.machine = machine;
    }
  }

  /**
   * Begins.
   *
   * @param machines in groups: of a group nothing is copied before all are calm
   * @param from the first filter of each that may be wanted: 0 is its own
   */
  void begin(List<List<Endpoint>> machines, int from, Policy wanted, long now) {
    end();
    policy = wanted;
    first = from;
    for (List<Endpoint> group : machines) {
      groups.add(group.stream().map(Source::new).toList());
    }
    goOn(now);
  }

  /** Stops, whatever is missing. */
  void end() {
    copier.end();
    timers.cancel(this);
    groups.clear();
    idle = 0;
  }

  boolean isRunning() {
    return !groups.isEmpty();
  }

  private void goOn(long now) {
    while (!groups.isEmpty() && groups.peek().stream().allMatch(source -> source.isDone)) {
      groups.remove();
      idle = 0;
    }
    if (groups.isEmpty()) {
      policy.complete(now);
      return;
    }
    List<Source> group = groups.peek();
    current = group.stream().filter(source -> !source.isCalm).findFirst()
        .or(() -> group.stream().filter(source -> !source.isDone).findFirst()).orElseThrow();
    copier.ask(current.machine, first + current.next, this, now);
  }

  /** Leaves a group for now and tries the next; when all were tried, waits. */
  private void turn(long now) {
    groups.add(groups.remove());
    idle++;
    if (idle < groups.size()) {
      goOn(now);
    } else {
      idle = 0;
      timers.arm(this, now + wait);
    }
  }

  @Override void fire(long now) {
    goOn(now);
  }

  @Override public void described(Packet packet, ImageFrame frame, long now) {
    Optional<String> objection = policy.objection(packet, frame)
        .or(() -> frame.pending() > 0 && !current.isCalm ? Optional.of(PENDING)
            : Optional.empty());
    if (objection.isPresent()) {
      object(objection.get(), now);
    } else if (!current.isCalm) {
      current.isCalm = true;
      goOn(now);
    } else if (frame.count() != current.count) {
      current.count = frame.count(); // the filters have moved: look at all of them once more
      current.next = 0;
      goOn(now);
    } else if (first + current.next >= frame.count()) {
      current.isDone = true;
      goOn(now);
    } else if (frame.image().isEmpty()) {
      object(NO_IMAGE, now);
    } else {
      consider(frame.image().get(), now);
    }
  }

  private void object(String why, long now) {
    if (!current.objection.equals(why)) {
      current.objection = why;
      policy.objected(current.machine, why);
    }
    turn(now);
  }

  private void consider(Image image, long now) {
    Former former;
    try {
      former = new Former(image.of(), image.epoch(), SlicePlan.fromBytes(image.plan()));
    } catch (MalformedSnapshotException e) {
      object("its plan makes no sense: " + e.getMessage(), now);
      return;
    }
    if (!policy.wants(former)) {
      current.next++;
      goOn(now);
    } else if (isAbsurd(former, image)) {
      object("its filter is larger than any of this tree: words=" + words(image), now);
    } else {
      copier.copy(former, image, now);
    }
  }

  private boolean isAbsurd(Former former, Image image) {
    SlicePlan plan = former.plan();
    if (former.of().slice() >= plan.count()) {
      return true;
    }
    long grown = plan.shape() instanceof GrowingShape growing ? growing.mostBytes() : 0;
    long bytes = Math.max(plan.memoryBytes(former.of().slice()), grown);
    long ours = Math.max(place.self().plan().memoryBytes(index), SLACK_BYTES);
    return bytes / MOST_TIMES_LARGER > ours
        || words(image) > 2 * (bytes + SLACK_BYTES) / Long.BYTES;
  }

  private static long words(Image image) {
    return image.areas().stream().mapToLong(Area::words).sum();
  }

  @Override public void copied(Former former, long now) {
    try {
      if (canUnite(former)) {
        store.unite(former);
      } else {
        store.adopt(former);
      }
    } catch (StorageException e) { // if it is the store that failed, this step is its last
      object("its filter cannot be used: " + e.getMessage(), now);
      return;
    }
    current.next++;
    idle = 0;
    goOn(now);
  }

  /*
   * What a vertical slice had yet to have others set was lost with it. A copy of the whole beside
   * it has such an event; its own part alone would leave it to the others' word.
   */
  private boolean canUnite(Former former) {
    SlicePlan plan = place.self().plan();
    return former.of().slice() == index && plan.scheme() != Scheme.VERTICAL
        && plan.unites() && former.plan().equals(plan);
  }

  @Override public void refused(StorageException why, long now) {
    object("there is no room for a copy: " + why.getMessage(), now);
  }

  @Override public void changed(Former former, long now) {
    goOn(now);
  }

  @Override public void silent(Endpoint source, long now) {
    turn(now);
  }

  @Override public void progress(long done, long total, Endpoint source) {
    policy.progress(done, total, source);
  }
}
