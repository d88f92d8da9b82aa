/**
 * What the nodes of a tree do, as deterministic state machines.
 *
 * <p>A machine takes packets, ticks and the time, and hands what it wants sent to its {@link
 * io.bloomtree.tree.Transport}. It never waits, never reads a clock and starts no thread, so that
 * the verticles of the node modules and the simulator run the very same code. Depends on {@code
 * filter} and {@code wire}; knows nothing of Vert.x.
 */
package io.bloomtree.tree;
