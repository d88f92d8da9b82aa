package io.bloomtree.cli;

import java.util.Arrays;

/** The whole line is the key, whatever its bytes. */
record WholeLine() implements KeySelector {
  @Override public byte[] key(byte[] bytes, int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }
}
