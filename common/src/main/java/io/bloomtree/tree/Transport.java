package io.bloomtree.tree;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;

/**
 * Takes packets to other slices, on a best-effort basis: a packet may be lost, late, doubled or
 * overtaken. Called by a machine during a step; must not call back into the machine.
 */
public interface Transport {
  void send(Endpoint to, Packet packet);
}
