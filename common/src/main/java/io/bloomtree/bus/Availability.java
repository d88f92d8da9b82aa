package io.bloomtree.bus;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whether a node or a slice answers. */
public enum Availability {
  /** It does, all of it. */
  UP,
  /** Some slices of the node do. */
  PARTLY,
  /** It does not. */
  AWAY;

  /** Of a node of which so many slices answered. */
  static Availability of(int answered, int slices) {
    return answered == slices ? UP : answered == 0 ? AWAY : PARTLY;
  }

  @JsonValue @Override public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
