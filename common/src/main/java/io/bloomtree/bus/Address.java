package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;

/** Where on the event bus a slice takes its packets. Immutable. */
public record Address(String path) {
  public Address {
    requireNonNull(path, "path");
  }

  /** The address of a slice; another tree or wire version on the same bus has others. */
  public static Address of(String tree, Endpoint endpoint) {
    return new Address(
        "bloomtree.v" + Packet.VERSION + "." + tree + "." + endpoint.node() + "."
            + endpoint.slice());
  }

  /** Where the process that runs the slice is asked whether it does. */
  Address presence() {
    return new Address(path + ".presence");
  }

  /** Where the slice takes questions. */
  Address questions() {
    return new Address(path + ".questions");
  }
}
