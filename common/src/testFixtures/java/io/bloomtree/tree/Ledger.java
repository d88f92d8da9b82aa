package io.bloomtree.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A table of a store, as it must be found when the store is opened again. */
final class Ledger<K, V> {
  /** What each key had when all was last safe, and has had since; the last one is what it has. */
  private final Map<K, List<Optional<V>>> values = new HashMap<>();
  /** The key that is just being changed. */
  private K changing;

  void begin(K key, Optional<V> value) {
    values.computeIfAbsent(key, none -> new ArrayList<>(List.of(Optional.empty()))).add(value);
    changing = key;
  }

  void end() {
    changing = null;
  }

  /** All that there is outlives the computer from now on. */
  void becomeSafe() {
    values.values().forEach(all -> all.subList(0, all.size() - 1).clear());
    values.values().removeIf(all -> all.get(0).isEmpty());
  }

  /** What would be lost, or not, with the computer. */
  Set<K> unsafe() {
    Set<K> unsafe = new LinkedHashSet<>();
    values.forEach((key, all) -> {
      if (all.size() > 1) {
        unsafe.add(key);
      }
    });
    return unsafe;
  }

  /** All that a key may have when the computer has ended. */
  List<V> possible(K key) {
    return values.get(key).stream().flatMap(Optional::stream).toList();
  }

  Set<K> keys() {
    return values.keySet();
  }

  /** What each key has now. */
  Map<K, V> now() {
    Map<K, V> now = new HashMap<>();
    values.forEach((key, all) -> all.get(all.size() - 1).ifPresent(value -> now.put(key, value)));
    return now;
  }

  /** Takes over what another has, and this has not. */
  void absorb(Ledger<K, V> other) {
    other.values.forEach((key, all) -> values.putIfAbsent(key, new ArrayList<>(all)));
  }

  void clear() {
    values.clear();
    changing = null;
  }

  /**
   * What is wrong with what was found, and then takes it for what there is.
   *
   * @param isCrashed whether the computer ended too, so that what was not safe may be missing
   */
  List<String> open(Map<K, V> found, boolean isCrashed) {
    List<String> flaws = new ArrayList<>();
    Set<K> all = new HashSet<>(values.keySet());
    all.addAll(found.keySet());
    for (K key : all) {
      List<Optional<V>> known =
          values.computeIfAbsent(key, none -> new ArrayList<>(List.of(Optional.empty())));
      Optional<V> now = Optional.ofNullable(found.get(key));
      int last = known.size() - 1;
      boolean isPossible = isCrashed ? known.contains(now)
          : now.equals(known.get(last))
              || Objects.equals(key, changing) && now.equals(known.get(last - 1));
      if (!isPossible) {
        flaws.add(key + " is " + now + ", not one of " + known);
      }
      if (isCrashed) {
        known.clear();
      }
      if (known.isEmpty() || !known.get(known.size() - 1).equals(now)) {
        known.add(now);
      }
    }
    changing = null;
    return flaws;
  }
}
