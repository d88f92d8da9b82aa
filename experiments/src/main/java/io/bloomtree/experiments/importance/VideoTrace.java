package io.bloomtree.experiments.importance;

import io.bloomtree.stream.Recency;
import io.bloomtree.stream.RecencyStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes a trace of requests for videos, in place of the paper's from a campus, of which it gives
 * neither length nor copies, gaps or lengths of videos.
 */
final class VideoTrace {
  /*
   * How many requests, how many of them for videos that were asked for before, and how long before:
   * these three follow from Table I, where an ordinary filter has 34.81 % false positives, and a
   * stable one 25.83 % and 0.84 % false negatives. What it says of other filters is not used.
   *
   * Lengths of videos are log-normal, and spread so that most are short: "in real data sets", says
   * Section IV-E, "there are comparatively less number of items with higher importance".
   */
  static final int LENGTH = 16_900;
  static final double DISTINCT = 0.62;
  private static final Recency RECENCY = Recency.of(Map.of(5_000L, 0.0));
  private static final double SPREAD = 0.8;
  private static final double CAPPED = 0.1;

  private VideoTrace() {}

  /**
   * Data set 1: importance grows with the length of a video, up to 49 for the shorter nine tenths;
   * the rest, however long, has 50.
   */
  static ImportantEvents byLength(long seed) {
    long[] requests = requests(seed);
    Video[] videos = videos(requests);
    double longest = videos[(int) ((1 - CAPPED) * videos.length)].length;
    var importances = new HashMap<Long, Integer>();
    for (Video video : videos) {
      importances.put(video.id, video.length >= longest
          ? Contender.MOST_IMPORTANT
          : (int) (video.length / longest * Contender.MOST_IMPORTANT));
    }
    return withImportances(requests, importances);
  }

  /** Data set 2: as many videos have each importance, 1 to 50, in the order of their length. */
  static ImportantEvents byRank(long seed) {
    long[] requests = requests(seed);
    Video[] videos = videos(requests);
    var importances = new HashMap<Long, Integer>();
    for (int rank = 0; rank < videos.length; rank++) {
      importances.put(videos[rank].id,
          1 + (int) ((long) rank * Contender.MOST_IMPORTANT / videos.length));
    }
    return withImportances(requests, importances);
  }

  private record Video(long id, double length) {}

  private static long[] requests(long seed) {
    return new RecencyStream(LENGTH, DISTINCT, RECENCY, seed).toArray();
  }

  /** All different ones, the shortest first; how long a video is, its id decides. */
  private static Video[] videos(long[] requests) {
    return Arrays.stream(requests).distinct()
        .mapToObj(id ->
            new Video(id, Math.exp(SPREAD * new SplittableRandom(id).nextGaussian())))
        .sorted(Comparator.comparingDouble(Video::length))
        .toArray(Video[]::new);
  }

  private static ImportantEvents withImportances(
      long[] requests, Map<Long, Integer> importances) {
    return new ImportantEvents(
        requests, Arrays.stream(requests).mapToInt(importances::get).toArray());
  }
}
