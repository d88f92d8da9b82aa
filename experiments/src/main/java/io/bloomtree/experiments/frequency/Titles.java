package io.bloomtree.experiments.frequency;

import io.bloomtree.hash.KeyHash;
import io.bloomtree.sketch.MinHash;
import io.bloomtree.sketch.Shingles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Titles of papers, made up, and the records that min-wise hashing makes of them. Used by one
 * thread.
 */
public final class Titles {
  /*
   * The thesis's are from DBLP, without stop words. What it tells of them is how many pairs share
   * how many of six min-hashes (Table 5.1, the true values). Titles of 3 to 8 words, the r-th most
   * frequent of 20,000 with a probability in proportion to 1/(r + 25), as without the first words
   * of a Zipf distribution, share about as many on average over min-hashes; and about one in 25 is
   * that of an earlier paper. These numbers were chosen with that column in view, and for nothing
   * else.
   */
  private static final int WORDS = 20_000;
  private static final int WITHOUT_FIRST = 25;
  private static final int SHORTEST = 3;
  private static final int LONGEST = 8;
  private static final double REPEATED = 0.04;
  private static final long SEED = 1;

  private final double[] cumulated = new double[WORDS];
  private final Shingles shingles =
      new Shingles(KeyHash.of(KeyHash.names().get(0), SEED), Shingles.Unit.WORDS, 1);

  public Titles() {
    double sum = 0;
    for (int word = 0; word < WORDS; word++) {
      sum += 1.0 / (word + 1 + WITHOUT_FIRST);
      cumulated[word] = sum;
    }
  }

  /** The first so many, whatever their number the same. */
  public List<long[]> records(int count, int fields) {
    var minHash = new MinHash(fields, SEED);
    var random = new SplittableRandom(SEED);
    List<long[]> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      boolean isRepeated = i > 0 && random.nextDouble() < REPEATED;
      records.add(isRepeated
          ? records.get(random.nextInt(i))
          : minHash.record(shingles.of(title(random))));
    }
    return records;
  }

  String title(RandomGenerator random) {
    var title = new StringBuilder();
    for (int left = random.nextInt(SHORTEST, LONGEST + 1); left > 0; left--) {
      title.append("w").append(word(random)).append(' ');
    }
    return title.toString();
  }

  private int word(RandomGenerator random) {
    int found =
        Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[WORDS - 1]);
    return found < 0 ? -found - 1 : found;
  }
}
