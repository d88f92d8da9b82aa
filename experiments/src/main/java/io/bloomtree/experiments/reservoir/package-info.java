/** The experiments of the reservoir sampling filter's paper (Dutta et al., 2012). */
package io.bloomtree.experiments.reservoir;
