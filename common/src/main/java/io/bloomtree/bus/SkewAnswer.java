package io.bloomtree.bus;

/**
 * How skewed the stream is that was offered to a node or below. Immutable.
 *
 * @param total how many offers there were
 * @param selfJoinSize the sum of all events' squared multiplicities, about (CMM)
 * @param selfJoinSizeAtMost the same, at most (CM)
 * @param zipfExponent of the Zipf distribution with such a self-join size; 0 if all events are as
 *     frequent; null if nobody knows how many different ones there were
 * @param distinct about how many different events there were; null if too many for the sketch to
 *     tell
 * @param since the wall clock's milliseconds when the first of those began that were counted here
 */
public record SkewAnswer(
    String node, long total, double selfJoinSize, double selfJoinSizeAtMost, Double zipfExponent,
    Double distinct, long since) {}
