/**
 * The HTTP API of a node or an edge, and the console it serves: for producers that are not on the
 * JVM, for operators and for their tools.
 */
package io.bloomtree.http;
