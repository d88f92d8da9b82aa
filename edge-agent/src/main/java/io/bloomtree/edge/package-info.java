/**
 * The agent that producers embed: offer a key, learn whether to deliver the event. {@link
 * io.bloomtree.edge.EdgeAgent} is where to begin.
 *
 * <p>What an agent does is {@code io.bloomtree.tree.EdgeNode}; this package puts it on the event
 * bus and lets any thread call it. Depends on {@code common} only; producers depend on it.
 */
package io.bloomtree.edge;
