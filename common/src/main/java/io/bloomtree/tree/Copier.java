package io.bloomtree.tree;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.Cells;
import io.bloomtree.filter.Storage;
import io.bloomtree.filter.StorageException;
import io.bloomtree.wire.ChunkFrame;
import io.bloomtree.wire.ChunkRequestFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.ImageFrame;
import io.bloomtree.wire.ImageFrame.Area;
import io.bloomtree.wire.ImageFrame.Image;
import io.bloomtree.wire.ImageRequestFrame;
import io.bloomtree.wire.Packet;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * Copies a filter of another machine: one request at a time, repeated until it is answered, and no
 * more words a second than the settings allow. Owned by one event loop.
 */
final class Copier extends Timer {
  /** Hears how the copying goes. */
  interface Listener {
    /** A machine has described one of its filters. */
    void described(Packet packet, ImageFrame frame, long now);

    /** All words of a filter are there. */
    void copied(Former former, long now);

    /** The filter is no more what it was when the copying began. */
    void changed(Former former, long now);

    /** There is no room for a copy; nothing more is asked. */
    void refused(StorageException why, long now);

    /** The machine has not answered for a while; nothing more is asked of it. */
    void silent(Endpoint source, long now);

    void progress(long done, long total, Endpoint source);
  }

  /*
   * The source goes on recording while it is copied. An event that it records meanwhile comes by
   * here as a confirm anyway; but the words must make sense together. So the registers, which say
   * how to read the others, are copied once more at the end. A filter that grows may have made or
   * dropped areas since: every chunk says which there are, and if that has changed, what is new is
   * copied too, and the registers once more.
   */
  private static final String REGISTERS = "registers";
  private static final int MOST_ATTEMPTS = 8;
  /** How often progress is told of a filter. */
  private static final int STAGES = 20;

  private final MachineStore store;
  private final int mostWords;
  private final long pause;
  private final long retry;
  private final Timers timers;
  private final Outbox outbox;
  private Listener listener;

  private long round;
  private Endpoint source;
  private Frame request;
  private boolean isAnswered;
  private int attempts;
  private long sentAt;

  private Former former;
  private Storage draft;
  private int index;
  private List<Area> areas = List.of();
  private final Queue<Area> left = new ArrayDeque<>();
  private Area area;
  private Cells cells;
  /** What is here of an earlier copy of the same area; null if nothing is. */
  private Cells kept;
  private long position;
  private boolean isLast;
  private boolean hasChanged;
  private long done;
  private long total;

  /** {@code firstRound}: a random number, so that answers to an earlier incarnation are told. */
  Copier(
      MachineStore store, Settings settings, long firstRound, Timers timers, Outbox outbox) {
    this.store = store;
    this.mostWords = settings.copying().words();
    this.pause = settings.copying().pause().toMillis();
    this.retry = settings.timing().retry().toMillis();
    this.round = firstRound;
    this.timers = timers;
    this.outbox = outbox;
  }

  /** Asks a machine to describe one of its filters to a listener. */
  void ask(Endpoint from, int which, Listener toTell, long now) {
    end();
    listener = toTell;
    source = from;
    index = which;
    send(new ImageRequestFrame(++round, which), now);
  }

  /** Copies the filter that was just described. */
  void copy(Former wanted, Image image, long now) {
    former = wanted;
    done = 0;
    areas = List.of();
    try {
      draft = store.draft(wanted);
      take(image.areas(), now);
    } catch (StorageException e) {
      end();
      listener.refused(e, now);
    }
  }

  /** What is being copied, and how far; empty if nothing is. */
  Optional<Vitals.Copy> progress() {
    return former == null
        ? Optional.empty() : Optional.of(new Vitals.Copy(source, done, total));
  }

  /** Stops whatever is being copied. */
  void end() {
    if (former != null && !store.formers().contains(former)) {
      store.drop(former);
    }
    former = null;
    request = null;
    timers.cancel(this);
  }

  private void take(List<Area> now, long at) {
    for (Area known : areas) {
      if (!now.contains(known)) {
        draft.drop(known.name());
      }
    }
    left.clear();
    now.stream().filter(one -> !areas.contains(one)).forEach(left::add);
    areas = now;
    total = areas.stream().mapToLong(Area::words).sum();
    isLast = false;
    hasChanged = false;
    area = null;
    goOn(at);
  }

  /** Asks for what comes next, when it is time to. */
  private void goOn(long now) {
    while (area == null || position >= area.words()) {
      if (left.isEmpty() && !begunLast()) {
        finish(now);
        return;
      }
      area = left.remove();
      cells = draft.looseArea(area.name(), area.words());
      kept = known(area);
      position = 0;
    }
    plan(
        new ChunkRequestFrame(
            ++round, former.of(), former.epoch(), area.name(), position, mostWords),
        now);
  }

  /*
   * Another machine may have made a copy of the same filter earlier or later than the one that is
   * here: neither has all that the other has. Words of Bloom filters can be put together.
   */
  private Cells known(Area here) {
    return former.plan().shape() instanceof BloomShape
        ? store.image(former).map(image -> image.areas().get(here.name())).orElse(null) : null;
  }

  /** Has the registers copied once more; false if they were, or there are none. */
  private boolean begunLast() {
    if (!isLast) {
      isLast = true;
      for (Area one : areas) {
        if (one.name().equals(REGISTERS) || one.name().endsWith("/" + REGISTERS)) {
          left.add(one);
        }
      }
    }
    return !left.isEmpty();
  }

  private void finish(long now) {
    if (hasChanged) {
      plan(new ImageRequestFrame(++round, index), now);
      return;
    }
    draft.commit();
    Former copied = former;
    former = null;
    request = null;
    timers.cancel(this);
    listener.copied(copied, now);
  }

  private void plan(Frame next, long now) {
    request = next;
    isAnswered = true; // not yet asked: the pace says when
    timers.arm(this, Math.max(now, sentAt + pause));
  }

  private void send(Frame next, long now) {
    request = next;
    isAnswered = false;
    attempts = 0;
    repeat(now);
  }

  private void repeat(long now) {
    attempts++;
    sentAt = now;
    outbox.send(source, request);
    timers.arm(this, now + retry);
  }

  @Override void fire(long now) {
    if (isAnswered) {
      send(request, now);
    } else if (attempts < MOST_ATTEMPTS) {
      repeat(now);
    } else {
      end();
      listener.silent(source, now);
    }
  }

  void onImage(Packet packet, ImageFrame frame, long now) {
    if (!isAwaited(packet.from(), frame.round()) || !(request instanceof ImageRequestFrame)) {
      return;
    }
    if (former == null) {
      request = null;
      timers.cancel(this);
      listener.described(packet, frame, now);
    } else if (frame.image().filter(this::isOfFormer).isPresent()) {
      take(frame.image().get().areas(), now);
    } else {
      Former changed = former;
      end();
      listener.changed(changed, now);
    }
  }

  private boolean isOfFormer(Image image) {
    return image.of().equals(former.of()) && image.epoch() == former.epoch();
  }

  void onChunk(Packet packet, ChunkFrame chunk, long now) {
    if (!isAwaited(packet.from(), chunk.round()) || !(request instanceof ChunkRequestFrame)) {
      return;
    }
    hasChanged |= chunk.layout() != Images.layout(areas);
    int words = (int) Math.min(chunk.size(), area.words() - position);
    for (int i = 0; i < words; i++) {
      long besides = kept == null ? 0 : kept.get(position + i);
      cells.put(position + i, chunk.word(i) | besides);
    }
    if (words == 0) {
      hasChanged = true; // it is gone
      position = area.words();
      areas = areas.stream().filter(one -> !one.equals(area)).toList();
    } else {
      position += words;
      tellProgress(words);
    }
    try {
      goOn(now);
    } catch (StorageException e) {
      end();
      listener.refused(e, now);
    }
  }

  private boolean isAwaited(Endpoint from, long itsRound) {
    return request != null && !isAnswered && from.equals(source) && itsRound == round;
  }

  private void tellProgress(int words) {
    long stage = done * STAGES / Math.max(1, total);
    done = Math.min(total, done + (isLast ? 0 : words));
    if (done * STAGES / Math.max(1, total) > stage) {
      listener.progress(done, total, source);
    }
  }
}
