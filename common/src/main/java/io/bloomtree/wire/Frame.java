package io.bloomtree.wire;

/** One batch of messages of one kind. Frames travel in {@linkplain Packet packets}. Immutable. */
public sealed interface Frame
    permits AskFrame, AnswerFrame, ConfirmFrame, ReleaseFrame, AckFrame, HelloFrame, WelcomeFrame,
        RefusalFrame, ProbeFrame, ProbeReplyFrame, VerifyFrame, VerifyReplyFrame, SetFrame,
        SetAckFrame, HandoverFrame, HandoverAckFrame, PingFrame, PongFrame {
}
