/**
 * Generated streams of events with copies among them, and the truth about which those are.
 *
 * <p>For tests and experiments. Everything follows from parameters and a seed; nothing here knows
 * filters or any other package of ours.
 */
package io.bloomtree.stream;
