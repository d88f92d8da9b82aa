package io.bloomtree.bus;

/**
 * How often an event was offered, as one sketch says. Immutable.
 *
 * @param atMost never less than the truth, of what the sketch was told (CM)
 * @param estimate about how often (CMM)
 * @param total how many offers there were of all events
 * @param errorAtMost by how much {@code atMost} exceeds the truth at most, with {@code confidence}
 * @param since the wall clock's milliseconds when the first of those began that were counted here
 */
public record SketchCount(
    long atMost, double estimate, long total, double errorAtMost, double confidence, long since) {}
