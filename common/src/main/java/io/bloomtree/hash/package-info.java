/**
 * From keys to fingerprints: seeded, published hash functions under stable names.
 *
 * <p>Depends on the hash library only; every other package may depend on this one.
 */
package io.bloomtree.hash;
