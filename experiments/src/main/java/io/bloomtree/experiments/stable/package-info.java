/** The experiments of the stable Bloom filter's paper (Deng and Rafiei, 2006). */
package io.bloomtree.experiments.stable;
