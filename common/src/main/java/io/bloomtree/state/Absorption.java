package io.bloomtree.state;

import io.bloomtree.filter.Cells;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.Storage;
import io.bloomtree.tree.Former;
import io.bloomtree.wire.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What becomes of slices that a node has no more: the slice whose number is theirs modulo the
 * number of slices takes a copy of all they kept. Owned by whoever makes it.
 */
final class Absorption {
  /*
   * A copy, and not the files themselves: it is part of the catalog in whole or not at all, and a
   * process that is killed meanwhile begins again. The old directory stays, marked, so that nobody
   * absorbs it twice.
   */
  private final Volume volume;
  private final Function<Tenant, SliceState> opening;

  Absorption(Volume volume, Function<Tenant, SliceState> opening) {
    this.volume = volume;
    this.opening = opening;
  }

  void into(SliceState heir) {
    Tenant tenant = heir.tenant();
    int count = tenant.plan().count();
    String tree = FileName.of(tenant.tree().tree());
    String prefix = FileName.of(tenant.self().node().value()) + ".";
    for (String name : volume.list(tree)) {
      String number = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
      if (number.matches("[0-9]{1,5}")) {
        int slice = Integer.parseInt(number);
        boolean isHeirs = slice >= count && slice % count == tenant.self().slice();
        if (isHeirs && volume.exists(SliceFiles.catalogPath(tree + "/" + name))) {
          absorb(tree + "/" + name, new Endpoint(tenant.self().node(), slice), heir);
        }
      }
    }
  }

  private void absorb(String directory, Endpoint gone, SliceState heir) {
    Catalog catalog = SliceFiles.read(volume, directory).catalog();
    FilterGroup own = catalog.own().orElse(null);
    if (own == null || !catalog.absorbedBy.isEmpty() || own.epoch() >= heir.tenant().epoch()) {
      return;
    }
    SlicePlan plan = own.decodePlan();
    SliceState source = opening.apply(new Tenant(heir.tenant().tree(), gone, own.epoch(), plan,
        heir.tenant().seed(), Fsync.never(), catalog.incarnation));
    try {
      List<Former> all = new ArrayList<>(source.formers());
      all.add(new Former(gone, own.epoch(), plan));
      for (Former former : all) {
        if (!heir.formers().contains(former)) {
          copy(source.image(former).orElseThrow(), heir.draft(former));
          heir.adopt(former);
        }
      }
      Map<Long, ?> claims = heir.claims();
      source.claims().forEach((fingerprint, claim) -> {
        if (!claims.containsKey(fingerprint)) {
          heir.putClaim(fingerprint, claim);
        }
      });
      Map<Long, ?> unspread = heir.unspread();
      source.unspread().forEach((fingerprint, event) -> {
        if (!unspread.containsKey(fingerprint)) {
          heir.putUnspread(fingerprint, event);
        }
      });
      heir.files().forceAll();
      heir.files().requireUnfailed();
      source.files().catalog().absorbedBy = heir.tenant().self().toString();
    } catch (RuntimeException e) {
      source.abandon();
      throw e;
    }
    source.close();
  }

  private static void copy(Storage source, Storage draft) {
    source.areas().forEach((name, cells) -> {
      Cells target = draft.area(name, cells.words());
      for (long word = 0, words = cells.words(); word < words; word++) {
        target.put(word, cells.get(word));
      }
    });
  }
}
