package io.bloomtree.wire;

/**
 * A message, or a batch of messages of one kind. Frames travel in {@linkplain Packet packets}. Each
 * class owns its byte layout, below the header that all have. Immutable.
 */
public sealed interface Frame
    permits BatchFrame, HelloFrame, WelcomeFrame, RefusalFrame, PingFrame, PongFrame,
        ImageRequestFrame, ImageFrame, ChunkRequestFrame, ChunkFrame, SketchFrame, SketchAckFrame {
}
