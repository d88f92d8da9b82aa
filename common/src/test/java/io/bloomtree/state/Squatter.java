package io.bloomtree.state;

import java.nio.file.Path;

/** A process that opens a slice, records an event, says so and waits for its end. */
final class Squatter {
  static final long EVENT = 4711;

  private Squatter() {}

  public static void main(String[] args) throws Exception {
    SliceState state = StateDirectory.at(Path.of(args[0]))
        .openSlice(Disks.tenant(0, Disks.PLAN, 1));
    state.filter().set(EVENT);
    state.sync();
    System.out.println("recorded");
    System.in.read();
  }
}
