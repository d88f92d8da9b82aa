/**
 * How often, how skewed, how similar: small summaries of streams that add up.
 *
 * <p>The counting and similarity sketches of F. Deng, "Approximation algorithms for frequency
 * related query processing on streaming data" (thesis, University of Alberta, 2007), chapters 4 and
 * 5, which the classes here cite by lemma, theorem and equation. Plain data structures: no threads,
 * no clock, no network; of our other packages only {@code hash}.
 */
package io.bloomtree.sketch;
