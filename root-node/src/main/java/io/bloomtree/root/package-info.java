/**
 * The slices of the root, which have the last word. What they do is
 * {@code io.bloomtree.tree.RootSlice}; this package puts them on the event bus. Depends on
 * {@code common} only; whoever runs nodes depends on it.
 */
package io.bloomtree.root;
