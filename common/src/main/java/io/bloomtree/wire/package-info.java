/**
 * What travels between nodes: frames, the packet that carries them, and their bytes.
 *
 * <p>Plain Java: every frame is an immutable value that writes and reads itself. Depends on
 * nothing; {@code io.bloomtree.tree} and the node modules depend on it. {@code docs/wire.md}
 * describes version 1 for other implementations; committed golden packets pin it.
 *
 * <p>In batches of 512, one distinct event costs 20.4 to 22.8 bytes per hop for its ask, answer,
 * confirm and acknowledgement, 16 of them its fingerprint, sent twice.
 */
package io.bloomtree.wire;
