package io.bloomtree.http;

import java.util.List;

/** Something that producers do, with events or with claims, some at a time. One event loop's. */
interface Work {
  byte LINE_END = '\n';
  byte COMMA = ',';

  /** How many offers so many lines may be. */
  int offersOf(int lines);

  /**
   * Begins to answer some lines. None of the answers fails.
   *
   * @param bytes in which each line ends with a line feed
   * @param firstLine the number of the first of them in its stream
   */
  List<Piece.Answer> beginLines(byte[] bytes, int from, int to, long firstLine, Call call);

  /**
   * Reads a body, an item or an array of them, before anything of it is begun.
   *
   * @param most items of a piece
   * @throws ProblemException if anything in it is malformed
   */
  Whole read(byte[] body, int most);

  /** What a body asks for. */
  record Whole(boolean isArray, List<Piece> pieces) {
    public Whole {
      pieces = List.copyOf(pieces);
    }
  }
}
