package io.bloomtree.bench;

import io.bloomtree.bench.Row.Goal;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;

/** Bytes between the JVMs of a cluster, in both directions. Owned by one thread. */
final class Wire {
  private final RaceCluster cluster;
  private OptionalLong socketsBefore = OptionalLong.empty();
  private double packetsBefore;
  private OptionalLong inSockets = OptionalLong.of(0);
  private double inPackets;
  private double units;

  Wire(RaceCluster cluster) {
    this.cluster = cluster;
  }

  void begin() throws IOException {
    socketsBefore = cluster.socketBytes();
    packetsBefore = cluster.packetBytes();
  }

  /** {@code units}: how many things were done since the beginning. */
  void end(double units) throws IOException {
    OptionalLong sockets = cluster.socketBytes();
    inSockets = inSockets.isPresent() && socketsBefore.isPresent() && sockets.isPresent()
        ? OptionalLong.of(
            inSockets.getAsLong() + sockets.getAsLong() - socketsBefore.getAsLong())
        : OptionalLong.empty();
    inPackets += cluster.packetBytes() - packetsBefore;
    this.units += units;
  }

  /** Bytes of a unit: as the kernel counted them, if it can be asked, and in packets alone. */
  void rows(String unit, DoubleFunction<Goal> goal, Consumer<Row> rows) {
    inSockets.ifPresent(bytes -> rows.accept(Row.alone(
        "cluster, bytes of " + unit + ", at the sockets", bytes / units, "B",
        goal.apply(bytes / units))));
    rows.accept(Row.alone(
        "cluster, bytes of " + unit + ", in packets", inPackets / units, "B", Goal.NONE));
  }
}
