package io.bloomtree.tree;

import java.lang.reflect.Field;

/** Sets fields of a scenario that are given by name, as planted bugs do. */
final class Narrowing {
  private Narrowing() {}

  /** {@code assignments}: such as {@code "depth=1 mode=DENSE loss=0.15"}. */
  static void apply(Scenario scenario, String assignments) {
    for (String assignment : assignments.strip().split("\\s+")) {
      String[] pair = assignment.split("=", 2);
      assign(scenario, pair[0], pair.length == 2 ? pair[1] : "");
    }
  }

  private static void assign(Scenario scenario, String name, String value) {
    try {
      Field field = Scenario.class.getDeclaredField(name);
      Class<?> type = field.getType();
      if (type == int.class) {
        field.setInt(scenario, Integer.parseInt(value));
      } else if (type == double.class) {
        field.setDouble(scenario, Double.parseDouble(value));
      } else if (type == boolean.class) {
        field.setBoolean(scenario, Boolean.parseBoolean(value));
      } else if (type == String.class) {
        field.set(scenario, value);
      } else if (type == SlicePolicy.class) {
        field.set(scenario, policy(value));
      } else {
        field.set(scenario, constant(type, value));
      }
    } catch (NoSuchFieldException | IllegalAccessException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "scenario cannot be narrowed: " + name + "=" + value, e);
    }
  }

  private static Object constant(Class<?> type, String value) {
    for (Object constant : type.getEnumConstants()) {
      if (constant.toString().equals(value)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("no such constant");
  }

  private static SlicePolicy policy(String value) {
    return switch (value) {
      case "duplicate" -> new SlicePolicy.Duplicate();
      case "distinct" -> new SlicePolicy.Distinct();
      default -> new SlicePolicy.Quorum(Integer.parseInt(value));
    };
  }
}
