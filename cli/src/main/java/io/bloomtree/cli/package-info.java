/**
 * The {@code bloomtree} command. For now it checks and plans topologies and runs the simulator;
 * running trees, the HTTP API and the web console will join it here. Nothing depends on this
 * package.
 */
package io.bloomtree.cli;
