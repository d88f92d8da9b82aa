/**
 * The experiments of the papers, run on our own filters and trees.
 *
 * <p>An {@link io.bloomtree.experiments.Experiment} makes a figure or table again and compares it
 * with what the paper says; {@link io.bloomtree.experiments.Report} writes what was found. Each
 * paper has a package of its own. Nothing here is part of a running tree, and no other module
 * depends on it but the command line.
 */
package io.bloomtree.experiments;
