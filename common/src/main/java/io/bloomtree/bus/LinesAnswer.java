package io.bloomtree.bus;

/**
 * A part of a sketch, for somebody who puts a copy together. Immutable; its array is not copied.
 *
 * @param report as {@link io.bloomtree.sketch.SketchReport} reads it
 * @param next the first line that it has not got; as many as there are lines: it has the last
 * @param since the wall clock's milliseconds when the first of those began that were counted here
 */
public record LinesAnswer(byte[] report, int next, int lines, long since) {}
