/**
 * State machines on the Vert.x event bus: the only package of {@code common} that knows Vert.x.
 *
 * <p>A machine and everything it owns is touched on the context of its verticle alone. The node
 * modules extend the verticle; whoever watches a tree reads its reports.
 */
package io.bloomtree.bus;
