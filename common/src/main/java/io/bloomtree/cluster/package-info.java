/**
 * How processes of one tree find, check and trust each other: Vert.x's event bus, clustered with
 * Hazelcast. Knows topologies and Vert.x; machines and verticles do not know it. Node processes and
 * the agent depend on it.
 */
package io.bloomtree.cluster;
