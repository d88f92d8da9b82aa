/**
 * The edge agent that producers embed: offer a key, learn whether to deliver the event. Empty for
 * now: what an agent does belongs to {@code io.bloomtree.tree}, and this package will put it on the
 * event bus. Depends on {@code common} only; producers depend on it.
 */
package io.bloomtree.edge;
