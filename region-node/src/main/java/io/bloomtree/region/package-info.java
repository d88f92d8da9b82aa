/**
 * The process that runs a region: answers what its filter knows, passes misses on. Empty for now:
 * what a region does belongs to {@code io.bloomtree.tree}, and this package will put it on the
 * event bus. Depends on {@code common} only.
 */
package io.bloomtree.region;
