package io.bloomtree.wire;

import java.util.List;

/** What a child says of hits put to it. Immutable. */
public record VerifyReplyFrame(List<VerifyReply> replies) implements Frame {
  /** One testimony, in one round of testing. */
  public record VerifyReply(long round, Testimony testimony) {}
}
