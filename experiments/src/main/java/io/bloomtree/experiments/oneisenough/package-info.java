/** The experiments of "One is Enough" (Koloniari et al., 2011). */
package io.bloomtree.experiments.oneisenough;
