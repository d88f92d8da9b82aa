package io.bloomtree.bus;

/**
 * How much two nodes were offered of the same. Immutable.
 *
 * @param totalA how many offers there were at the one or below
 * @param joinSize the sum over all events of how often it was offered here times how often there,
 *     about (CMM)
 * @param joinSizeAtMost the same, at most (CM)
 * @param selfJoinSizeA the sum of the one's squared multiplicities, about (CMM)
 * @param cosine the join size by the root of both self-join sizes: 0 if they have nothing in
 *     common, 1 if both have the same events equally often
 * @param since the wall clock's milliseconds when the later of the two began to count
 */
public record Overlap(
    String a, String b, long totalA, long totalB, double joinSize, double joinSizeAtMost,
    double selfJoinSizeA, double selfJoinSizeB, double cosine, long since) {}
