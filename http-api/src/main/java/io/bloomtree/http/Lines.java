package io.bloomtree.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** What is to be done with lines of a stream. */
interface Lines {

  /**
   * Begins to answer some lines.
   *
   * @param bytes in which each line ends with a line feed
   * @param firstLine the number of the first of them in its stream
   * @param client whether somebody is still there to hear the answer
   * @return what is to be sent, in this order; none of the futures fails
   */
  List<Answer> answer(byte[] bytes, int from, int to, long firstLine, Client client);

  /**
   * The answer to some of the lines.
   *
   * @param text with a line feed after each
   * @param offers how many it is about
   * @param untold called if it is there and its client is gone
   */
  record Answer(Future<Buffer> text, int offers, Runnable untold) {
    Answer(Future<Buffer> text, int offers) {
      this(text, offers, () -> {});
    }
  }

  /** Who sent the lines. */
  interface Client {
    boolean isGone();
  }
}
