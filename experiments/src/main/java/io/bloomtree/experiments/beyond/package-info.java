/**
 * What the papers do not show: what the rules of our trees are for, with numbers, and which printed
 * rates are wrong.
 *
 * <p>Trees are the machines of production, on virtual time ({@link
 * io.bloomtree.experiments.beyond.SimulatedTree}). A tree without a rule is the same machines whose
 * packets are changed on their way, so that nothing else differs.
 */
package io.bloomtree.experiments.beyond;
