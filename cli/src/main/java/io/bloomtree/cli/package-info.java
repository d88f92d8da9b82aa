/**
 * The {@code bloomtree} command. For now it checks and plans topologies, filters streams of lines
 * and runs the simulator; trees over a network, the HTTP API and the web console will join it
 * here. Nothing depends on this package.
 */
package io.bloomtree.cli;
