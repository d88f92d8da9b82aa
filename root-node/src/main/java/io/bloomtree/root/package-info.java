/**
 * The processes that run the root's slices, where claims are taken and the last word is spoken.
 * Empty for now: what a slice does belongs to {@code io.bloomtree.tree}, and this package will put
 * it on the event bus. Depends on {@code common} only.
 */
package io.bloomtree.root;
