/**
 * The nodes between agents and root. What a region does is {@code io.bloomtree.tree.RegionSlice};
 * this package puts it on the event bus. Depends on {@code common} only; whoever runs nodes
 * depends on it.
 */
package io.bloomtree.region;
