/** The experiments of the importance-aware filter's paper (Kulkarni et al., 2011). */
package io.bloomtree.experiments.importance;
