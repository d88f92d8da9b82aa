package io.bloomtree.wire;

import static java.util.Objects.checkIndex;

import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** The entries of a frame, each made when it is asked for. Immutable. */
final class View<T> extends AbstractList<T> implements RandomAccess {
  private final int size;
  private final IntFunction<T> entry;

  View(int size, IntFunction<T> entry) {
    this.size = size;
    this.entry = entry;
  }

  @Override public int size() {
    return size;
  }

  @Override public T get(int index) {
    return entry.apply(checkIndex(index, size));
  }
}
