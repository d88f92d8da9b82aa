package io.bloomtree.state;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Words in memory, and what of them would be left if the computer ended. Owned by one thread. */
final class SimulatedFile {
  private static final int SECTOR_WORDS = SimulatedDisk.SECTOR_WORDS;

  private final long words;
  /** Sectors that were ever written; the others are zero. */
  private final long[][] sectors;
  /** What those sectors are on disk that were written since they were forced. */
  private final Map<Integer, long[]> onDisk = new TreeMap<>();

  SimulatedFile(long words) {
    this.words = words;
    this.sectors = new long[Math.toIntExact((words + SECTOR_WORDS - 1) / SECTOR_WORDS)][];
  }

  SimulatedFile copy() {
    var copy = new SimulatedFile(words);
    for (int i = 0; i < sectors.length; i++) {
      copy.sectors[i] = sectors[i] == null ? null : sectors[i].clone();
    }
    onDisk.forEach((number, sector) -> copy.onDisk.put(number, sector.clone()));
    return copy;
  }

  long words() {
    return words;
  }

  long get(long word) {
    long[] sector = sectors[(int) (word / SECTOR_WORDS)];
    return sector == null ? 0 : sector[(int) (word % SECTOR_WORDS)];
  }

  void put(long word, long value) {
    int number = (int) (word / SECTOR_WORDS);
    if (sectors[number] == null) {
      sectors[number] = new long[SECTOR_WORDS];
    }
    if (!onDisk.containsKey(number)) {
      onDisk.put(number, sectors[number].clone());
    }
    sectors[number][(int) (word % SECTOR_WORDS)] = value;
  }

  void force(long first, long count) {
    int from = (int) (first / SECTOR_WORDS);
    int to = (int) ((first + count - 1) / SECTOR_WORDS);
    onDisk.keySet().removeIf(number -> number >= from && number <= to);
  }

  void writeBack(RandomGenerator random) {
    onDisk.keySet().removeIf(number -> random.nextBoolean());
  }

  void crash(RandomGenerator random) {
    for (Iterator<Map.Entry<Integer, long[]>> left = onDisk.entrySet().iterator();
        left.hasNext(); ) {
      Map.Entry<Integer, long[]> sector = left.next();
      if (random.nextBoolean()) {
        sectors[sector.getKey()] = sector.getValue();
      }
      left.remove();
    }
  }

  int unsafeSectors() {
    return onDisk.size();
  }
}
