package io.bloomtree.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** Some of what a request asks for: as much as is begun at once. */
interface Piece {

  /** How many offers it may be: for so many there must be room. */
  int offers();

  /**
   * Begins to answer it.
   *
   * @param call whose client is to be answered
   * @return what is to be written, in this order
   */
  List<Answer> begin(Call call);

  /**
   * The answer to some of a piece.
   *
   * @param text with a separator after each item; fails if the whole request does
   * @param offers how many it is about: no more than its piece has
   * @param untold called if it is there, and certain that nobody has heard it
   */
  record Answer(Future<Buffer> text, int offers, Runnable untold) {
    private static final Runnable NOTHING = () -> {};

    Answer(Future<Buffer> text, int offers) {
      this(text, offers, NOTHING);
    }

    boolean matters() {
      return untold != NOTHING;
    }
  }
}
