package io.bloomtree.sketch;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Records of which it is known how many are similar. */
final class Records {

  private Records() {}

  /** So many that have nothing in common. */
  static List<long[]> different(int count, int fields, long seed) {
    var random = new Random(seed);
    List<long[]> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(random.longs(fields).toArray());
    }
    return records;
  }

  /** One with so many fields like another's, which ones is drawn. */
  static long[] like(long[] other, int alike, Random random) {
    long[] record = random.longs(other.length).toArray();
    for (int left = alike; left > 0; ) {
      int field = random.nextInt(other.length);
      if (record[field] != other[field]) {
        record[field] = other[field];
        left--;
      }
    }
    return record;
  }

  /** One each to so many of the records, with so many fields alike. */
  static List<long[]> like(List<long[]> others, int from, int count, int alike, long seed) {
    var random = new Random(seed);
    List<long[]> records = new ArrayList<>();
    for (long[] other : others.subList(from, from + count)) {
      records.add(like(other, alike, random));
    }
    return records;
  }

  /** Fields with few values, so that many are alike by chance. */
  static List<long[]> ofFewValues(int count, int fields, int values, long seed) {
    var random = new Random(seed);
    List<long[]> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(random.longs(fields, 0, values).toArray());
    }
    return records;
  }

  static int alike(long[] one, long[] other) {
    int alike = 0;
    for (int field = 0; field < one.length; field++) {
      alike += one[field] == other[field] ? 1 : 0;
    }
    return alike;
  }

  /** By comparing each with each: pairs by how many fields they have alike. */
  static long[] pairsWithin(List<long[]> records) {
    long[] pairs = new long[records.get(0).length + 1];
    for (int i = 0; i < records.size(); i++) {
      for (int j = 0; j < i; j++) {
        pairs[alike(records.get(i), records.get(j))]++;
      }
    }
    return pairs;
  }

  static long[] pairsBetween(List<long[]> ones, List<long[]> others) {
    long[] pairs = new long[ones.get(0).length + 1];
    for (long[] one : ones) {
      for (long[] other : others) {
        pairs[alike(one, other)]++;
      }
    }
    return pairs;
  }
}
