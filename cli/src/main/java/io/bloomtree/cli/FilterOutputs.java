package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Resolution;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.List;

/** Where lines go, and the log of what was decided about them. Owned by one thread. */
final class FilterOutputs {
  private final Sink distinct;
  private final Sink duplicates;
  private final RunLog log;
  private final NodeId edge;

  /** {@code edge}: where the lines were offered. */
  FilterOutputs(Sink distinct, Sink duplicates, RunLog log, NodeId edge) {
    this.distinct = requireNonNull(distinct, "distinct");
    this.duplicates = requireNonNull(duplicates, "duplicates");
    this.log = requireNonNull(log, "log");
    this.edge = requireNonNull(edge, "edge");
  }

  /** Lines first: what the log calls delivered has been. */
  void write(LineBatch batch, byte[][] keys, List<Resolution> resolutions) {
    batch.write(resolutions, distinct, duplicates);
    log.ended(edge, keys, resolutions);
  }

  void flush() {
    distinct.flush();
    duplicates.flush();
    log.flush();
  }

  /** Ends all but standard output, which is not ours to close. */
  void close() {
    distinct.flush();
    duplicates.close();
    log.close();
  }

  /** One of the outputs failed; the other ones get what is meant for them. */
  Ending stopped(Sink.FailedException e) {
    boolean closed = e.isOf(distinct) && e.isBrokenPipe();
    var messages = new ArrayList<String>();
    if (!closed) {
      messages.add(e.getMessage());
    }
    if (!e.isOf(distinct)) {
      attempt(distinct::flush, messages);
    }
    // closing what has failed does not fail again
    attempt(duplicates::close, messages);
    attempt(log::close, messages);
    return messages.isEmpty()
        ? Ending.of(Ending.Cause.OUTPUT_CLOSED)
        : Ending.of(Ending.Cause.OUTPUT_FAILED, String.join("; ", messages));
  }

  private static void attempt(Runnable output, List<String> messages) {
    try {
      output.run();
    } catch (Sink.FailedException e) {
      messages.add(e.getMessage());
    }
  }
}
