package io.bloomtree.bus;

/**
 * What a slice's filter knows of an event. Immutable.
 *
 * @param probes how many of the event's positions lie on the slice; 0: others have it, if any
 * @param set how many of them are set
 * @param isHit whether the slice, for its part, takes the event for a copy
 */
public record Sighting(int probes, int set, boolean isHit) {}
