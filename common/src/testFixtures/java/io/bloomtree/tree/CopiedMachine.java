package io.bloomtree.tree;

import io.bloomtree.wire.ChunkRequestFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.ImageRequestFrame;
import io.bloomtree.wire.Packet;
import java.util.List;
import java.util.OptionalLong;

/** A neighbour on a test bench that lets its filters be copied. */
final class CopiedMachine {
  final Endpoint self;
  private final Images images;
  int epoch = Bench.IDENTITY.epoch();
  long born = 1;
  boolean lost;
  int pending;

  CopiedMachine(Endpoint self, MachineStore store, Former own) {
    this.self = self;
    this.images = new Images(store, own, Tuning.plain());
  }

  /** Answers one request; false if there is none. */
  boolean answer(Bench<?> bench) {
    List<ImageRequestFrame> heads = bench.take(self, ImageRequestFrame.class);
    List<ChunkRequestFrame> chunks = bench.take(self, ChunkRequestFrame.class);
    for (ImageRequestFrame request : heads) {
      send(bench, images.describe(request, pending, OptionalLong.empty()));
    }
    for (ChunkRequestFrame request : chunks) {
      send(bench, images.read(request));
    }
    return !heads.isEmpty() || !chunks.isEmpty();
  }

  /** Answers whatever is asked, at the pace at which it is. */
  void answerAll(Bench<?> bench) {
    for (int i = 0; i < 30; i++) {
      answer(bench);
      bench.advance(Tuning.plain().copying().pause().toMillis());
    }
  }

  void send(Bench<?> bench, Frame frame) {
    bench.deliver(
        new Packet(
            Bench.IDENTITY.tree().digest(), epoch, self, born, born, lost, List.of(frame)));
  }
}
