package io.bloomtree.wire;

/**
 * A frame of independent entries, in order. One that is too big for a packet may travel in parts;
 * an empty one says nothing. Immutable.
 */
public sealed interface BatchFrame extends Frame
    permits AskFrame, AnswerFrame, ConfirmFrame, ReleaseFrame, AckFrame, ProbeFrame,
        ProbeReplyFrame, VerifyFrame, VerifyReplyFrame, SetFrame, SetAckFrame, HandoverFrame,
        HandoverAckFrame {

  /** How many entries there are. */
  int size();

  /** The entries from {@code from} until before {@code to}, as a frame of the same kind. */
  BatchFrame part(int from, int to);
}
