/**
 * A whole tree in one process: every node of a topology on one local event bus. For a first look,
 * for tests, and for streams that one machine can hold. The nodes and their messages are those of a
 * distributed tree. Programs depend on it; no node does.
 */
package io.bloomtree.embedded;
