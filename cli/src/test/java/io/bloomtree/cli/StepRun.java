package io.bloomtree.cli;

import io.bloomtree.tree.MachineStore;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Some steps of one thing, one after the other, that follow from a seed. Each is two operations: to
 * say what time it is, and to do something. Immutable.
 *
 * @param number of the run
 * @param from how many steps the thing had before
 */
record StepRun(KeptThing thing, int number, long seed, long from, int steps) {

  static StepRun parse(String[] words) {
    return new StepRun(KeptThing.valueOf(words[0]), Integer.parseInt(words[1]),
        Long.parseLong(words[2]), Long.parseLong(words[3]), Integer.parseInt(words[4]));
  }

  @Override public String toString() {
    return thing + " " + number + " " + seed + " " + from + " " + steps;
  }

  int operations() {
    return 2 * steps;
  }

  /** Does the first so many of its operations, and says before each which it is. */
  void run(MachineStore store, int operations, IntConsumer before) {
    for (int i = 0; i < operations; i++) {
      before.accept(i);
      operate(store, i);
    }
  }

  /** Does one of its operations. */
  void operate(MachineStore store, int operation) {
    long time = from + operation / 2;
    if (operation % 2 == 0) {
      thing.tell(store, time);
    } else {
      thing.step(store, new SplittableRandom(seed + operation), time);
    }
  }
}
