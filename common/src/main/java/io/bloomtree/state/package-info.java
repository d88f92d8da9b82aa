/**
 * What outlives a process: filters, claims and confirms in memory-mapped files that say what they
 * are and notice when they are damaged.
 *
 * <p>From the bottom: a {@link io.bloomtree.state.Volume} has files of words; {@code StateFile}
 * gives each a header and checksums; {@code Catalog} says which files a slice has; {@code
 * FileStorage} gives filters their areas, {@code RecordTable} keeps claims and confirms; {@link
 * io.bloomtree.state.SliceState} and {@link io.bloomtree.state.AgentState} are the stores machines
 * use, and {@link io.bloomtree.state.StateDirectory} opens them. The simulator runs all of it on a
 * volume in memory. Depends on {@code filter}, {@code tree} and {@code wire}; knows nothing of
 * Vert.x.
 */
package io.bloomtree.state;
