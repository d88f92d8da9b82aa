package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.filter.Confidence;
import io.bloomtree.hash.KeyHash;
import io.bloomtree.sketch.Shingles.Unit;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MinHashTest {
  private static final KeyHash HASH = KeyHash.of("xxh3-64", 1);

  @Test void fieldsAreAlikeAsOftenAsSetsAreSimilar() {
    int trials = 2_000;
    int fields = 6;
    var minHash = new MinHash(fields, 1);
    int[] alike = new int[fields];
    for (int trial = 0; trial < trials; trial++) {
      // 10 of 30 elements are in both
      long from = 100L * trial;
      long[] one = minHash.record(LongStream.range(from, from + 20).toArray());
      long[] other = minHash.record(LongStream.range(from + 10, from + 30).toArray());
      for (int field = 0; field < fields; field++) {
        alike[field] += one[field] == other[field] ? 1 : 0;
      }
    }

    for (int count : alike) {
      Confidence.assertAbout(1 / 3.0, count, trials);
    }
  }

  @Test void recordsOfOneSetAreEqualHoweverItIsListed() {
    var minHash = new MinHash(6, 1);

    assertThat(minHash.record(new long[] {1, 2, 3}))
        .isEqualTo(minHash.record(new long[] {3, 1, 2, 1}))
        .isNotEqualTo(new MinHash(6, 2).record(new long[] {1, 2, 3}));
    assertThatIllegalArgumentException().isThrownBy(() -> minHash.record(new long[0]));
  }

  @Test void wordsAreWhatIsBetweenSpacesAndPunctuation() {
    var shingles = new Shingles(HASH, Unit.WORDS, 2);

    assertThat(shingles.of("One is Enough: filtering")).hasSize(3)
        .isEqualTo(shingles.of("  one IS enough, FILTERING!"));
    assertThat(shingles.of("one")).hasSize(1);
    assertThat(shingles.of("one is")).hasSize(1).isNotEqualTo(shingles.of("is one"));
    assertThat(shingles.of(" - ")).isEmpty();
  }

  @Test void charactersAreTakenAsTheyAre() {
    var shingles = new Shingles(HASH, Unit.CHARACTERS, 3);

    assertThat(shingles.of("abcab")).hasSize(3);
    assertThat(shingles.of("abc")).isNotEqualTo(shingles.of("Abc"));
    assertThat(shingles.of("ab\uD83D\uDE00")).hasSize(1);
    assertThat(shingles.of("")).isEmpty();
    assertThat(shingles.of("ab")).hasSize(1).isNotEqualTo(shingles.of("ba"));
    assertThat(shingles.of("\0\0\0")).isNotEqualTo(shingles.of("\0\0"));
  }

  @Test void runsOfCharactersAreTheSameWhereverTheyAre() {
    var shingles = new Shingles(HASH, Unit.CHARACTERS, 4);
    String text = "of a \uD83D\uDE00 and \0 of a \uD83D\uDE00 and 1";

    int[] characters = text.codePoints().toArray();
    long[] all = shingles.of(text);

    assertThat(all).hasSize(characters.length - 3);
    for (int i = 0; i < all.length; i++) {
      assertThat(shingles.of(new String(characters, i, 4))).containsExactly(all[i]);
    }
    assertThat(Arrays.stream(all).distinct().count()).isEqualTo(IntStream.range(0, all.length)
        .mapToObj(i -> new String(characters, i, 4)).distinct().count());
  }
}
