package io.bloomtree.cli;

import io.bloomtree.tree.MachineStore;
import java.util.SplittableRandom;

/**
 * Some steps of one thing, one after the other, that follow from a seed. Immutable.
 *
 * @param number of the run
 * @param from how many steps the thing had before
 */
record StepRun(KeptThing thing, long number, long seed, long from, int steps) {

  static StepRun parse(KeptThing thing, String[] words) {
    return new StepRun(thing, Long.parseLong(words[1]), Long.parseLong(words[2]),
        Long.parseLong(words[3]), Integer.parseInt(words[4]));
  }

  String line() {
    return thing + " " + number + " " + seed + " " + from + " " + steps + "\n";
  }

  /** Does all of them. */
  void all(MachineStore store) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < steps; i++) {
      thing.step(store, random, from + i);
    }
  }

  /** Does as many of them as lead to a state, if some do. */
  boolean upTo(long state, MachineStore store) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < steps && thing.state(store) != state; i++) {
      thing.step(store, random, from + i);
    }
    return thing.state(store) == state;
  }
}
