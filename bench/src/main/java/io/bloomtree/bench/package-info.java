/**
 * Benchmarks against peers. Nothing depends on this package.
 *
 * <p>{@link io.bloomtree.bench.Compare} is the one to run; the JMH classes are for looking closer.
 */
package io.bloomtree.bench;
