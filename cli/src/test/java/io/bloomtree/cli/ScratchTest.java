package io.bloomtree.cli;
import io.bloomtree.tree.*;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
class ScratchTest {
  @TempDir Path dir;
  @Test void reopen() {
    for (KeptThing thing : KeptThing.values()) {
      if (thing.isAgent()) continue;
      MachineStore twin = new HeapSliceStore(1, Birth.FIRST, thing.plan().newSlice(0, KeptThing.SEED));
      var random = new SplittableRandom(1);
      long time = 0;
      for (int round = 0; round < 60; round++) {
        var state = thing.open(dir);
        if (thing.state(state) != thing.state(twin)) { System.out.println("DIFF " + thing + " at open of round " + round + " t " + time); state.abandon(); break; }
        int n = 50 + random.nextInt(300);
        boolean bad = false;
        for (int i = 0; i < n; i++) {
          long seed = random.nextLong();
          thing.step(state, new SplittableRandom(seed), time);
          thing.step(twin, new SplittableRandom(seed), time);
          time++;
          if (thing != KeptThing.CLAIMS && thing != KeptThing.UNSPREAD && thing.state(state) != thing.state(twin)) { System.out.println("DIFF " + thing + " round " + round + " step " + i + " t " + time); bad = true; break; }
        }
        if (round % 2 == 0) state.abandon(); else state.close();
        if (bad) break;
      }
    }
  }
}
