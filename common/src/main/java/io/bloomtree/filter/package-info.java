/**
 * Approximate sets of fingerprints, and how they are cut into slices.
 *
 * <p>Plain data structures: no threads, no clock, no network, no other package of ours.
 */
package io.bloomtree.filter;
