/**
 * The experiments of the importance-aware filter's paper (Kulkarni et al., 2011).
 *
 * <p>None takes a recorded stream: a log does not say how important its events are.
 */
package io.bloomtree.experiments.importance;
