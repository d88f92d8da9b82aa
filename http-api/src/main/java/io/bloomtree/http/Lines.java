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

  /** The answer to some of the lines, each with its line feed, and how many offers it is about. */
  record Answer(Future<Buffer> text, int offers) {}

  /** Who sent the lines. */
  interface Client {
    boolean isGone();
  }
}
