/**
 * What the slices and agents of one process count, as meters for Prometheus. Depends on {@code
 * common} only.
 */
package io.bloomtree.metrics;
