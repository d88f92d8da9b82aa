/**
 * What one process of a tree runs: some of its regions, some slices of its root, or all of them on
 * one event bus. Depends on the node modules; programs depend on it, no node does.
 */
package io.bloomtree.host;
