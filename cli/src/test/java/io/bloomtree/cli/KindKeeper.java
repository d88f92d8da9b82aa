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
 * A process that keeps one of every {@link KeptThing} in a directory and does with them what
 * standard input says: {@code KindKeeper DIRECTORY}. It acknowledges each operation by its number.
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
      String[] words = line.split(" ", 3);
      KeptThing thing = KeptThing.valueOf(words[1]);
      String said;
      if (words[0].equals("state")) {
        said = thing.state(stores.get(thing));
      } else {
        thing.apply(stores.get(thing), words[2]);
        stores.get(thing).sync();
        said = words[0];
      }
      out.write((said + "\n").getBytes(UTF_8));
    }
    stores.values().forEach(MachineState::close);
  }
}
