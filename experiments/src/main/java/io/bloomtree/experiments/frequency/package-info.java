/** The experiments of the thesis on frequency queries (Deng, 2007), chapters 4 and 5. */
package io.bloomtree.experiments.frequency;
