/**
 * The file that describes a tree: read, checked, refused with positions, or turned into what its
 * nodes need and into the numbers an operator plans with.
 *
 * <p>Depends on {@code tree}, {@code filter}, {@code hash} and {@code wire}; whatever starts nodes
 * may depend on this package.
 */
package io.bloomtree.topology;
