/**
 * The {@code bloomtree} command. For now it checks and plans topologies, runs streams through
 * trees in its own process, and runs the simulator; the HTTP API and the web console will join it
 * here. Nothing depends on this package.
 */
package io.bloomtree.cli;
