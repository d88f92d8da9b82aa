/**
 * What travels between nodes: frames, the packet that carries them, and their bytes.
 *
 * <p>Plain Java: every frame is an immutable record that writes and reads itself. Depends on
 * nothing; {@code io.bloomtree.tree} and the node modules depend on it.
 */
package io.bloomtree.wire;
