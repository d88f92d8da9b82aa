package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.state.MachineState;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * A process that keeps one of every {@link KeptThing} in a directory: {@code KindKeeper DIRECTORY}.
 * Standard input says what to do with them, a {@link StepRun} a line, whose number acknowledges it;
 * a name alone asks for the thing's state.
 */
public final class KindKeeper {

  private KindKeeper() {}

  public static void main(String[] args) throws IOException {
    Map<KeptThing, MachineState> stores = new EnumMap<>(KeptThing.class);
    for (KeptThing thing : KeptThing.values()) {
      stores.put(thing, thing.open(Path.of(args[0])));
    }
    var out = new FileOutputStream(FileDescriptor.out); // not buffered: what is said is said
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      KeptThing thing = KeptThing.valueOf(words[0]);
      MachineState store = stores.get(thing);
      String said;
      if (words.length == 1) {
        said = String.valueOf(thing.state(store));
      } else {
        var run = StepRun.parse(thing, words);
        run.all(store);
        store.sync();
        said = String.valueOf(run.number());
      }
      out.write((said + "\n").getBytes(UTF_8));
    }
    stores.values().forEach(MachineState::close);
  }
}
