package io.bloomtree.tree;

import io.bloomtree.filter.Cells;
import io.bloomtree.filter.Storage;
import io.bloomtree.wire.ChunkFrame;
import io.bloomtree.wire.ChunkRequestFrame;
import io.bloomtree.wire.ImageFrame;
import io.bloomtree.wire.ImageFrame.Area;
import io.bloomtree.wire.ImageFrame.Image;
import io.bloomtree.wire.ImageRequestFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Shows others the filters that a machine keeps, to copy from. Owned by one event loop. */
final class Images {
  private final MachineStore store;
  private final Former own;
  private final int mostWords;

  Images(MachineStore store, Former own, Settings settings) {
    this.store = store;
    this.own = own;
    this.mostWords = settings.copying().words();
  }

  /** {@code pending}, {@code born}: what else the answer is to say. */
  ImageFrame describe(ImageRequestFrame request, int pending, OptionalLong born) {
    List<Former> all = new ArrayList<>();
    all.add(own);
    all.addAll(store.formers());
    Optional<Image> image =
        request.index() < all.size() ? describe(all.get(request.index())) : Optional.empty();
    return new ImageFrame(
        request.round(), all.size(), pending, store.isDurable(), born, image);
  }

  private Optional<Image> describe(Former former) {
    return store.image(former).map(storage ->
        new Image(former.of(), former.epoch(), former.plan().toBytes(), areas(storage)));
  }

  private static List<Area> areas(Storage storage) {
    List<Area> areas = new ArrayList<>();
    storage.areas().forEach((name, cells) -> areas.add(new Area(name, cells.words())));
    return areas;
  }

  /** Some of the words that were asked for; none if there is no such area any more. */
  ChunkFrame read(ChunkRequestFrame request) {
    Optional<Storage> storage = find(request).flatMap(store::image);
    if (storage.isEmpty()) {
      return new ChunkFrame(request.round(), 0, new long[0]);
    }
    Cells cells = storage.get().areas().get(request.area());
    long left = cells == null ? 0 : Math.max(0, cells.words() - request.from());
    long[] words = new long[(int) Math.min(left, Math.min(request.words(), mostWords))];
    for (int i = 0; i < words.length; i++) {
      words[i] = cells.get(request.from() + i);
    }
    return new ChunkFrame(request.round(), layout(areas(storage.get())), words);
  }

  private Optional<Former> find(ChunkRequestFrame request) {
    if (request.of().equals(own.of()) && request.epoch() == own.epoch()) {
      return Optional.of(own);
    }
    return store.formers().stream()
        .filter(former -> former.of().equals(request.of()) && former.epoch() == request.epoch())
        .findFirst();
  }

  /** A digest of which areas there are. */
  static long layout(List<Area> areas) {
    long digest = 1;
    for (Area area : areas) {
      digest = 31 * (31 * digest + area.name().hashCode()) + area.words();
    }
    return digest;
  }
}
