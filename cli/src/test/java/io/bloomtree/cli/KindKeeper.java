package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.state.MachineState;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * A process that keeps one of every {@link KeptThing} in a directory: {@code KindKeeper DIRECTORY}.
 * Standard input says what to do with them, a {@link StepRun} a line, or one operation of it; its
 * number acknowledges it. A name alone asks for the thing's state.
 */
public final class KindKeeper {

  private KindKeeper() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Map<KeptThing, MachineState> stores = new EnumMap<>(KeptThing.class);
    for (KeptThing thing : KeptThing.values()) {
      stores.put(thing, thing.open(directory));
    }
    var out = new FileOutputStream(FileDescriptor.out); // not buffered: what is said is said
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    LongBuffer progress = Progress.in(directory);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      MachineState store = stores.get(KeptThing.valueOf(words[0]));
      out.write((answer(words, store, progress) + "\n").getBytes(UTF_8));
    }
    stores.values().forEach(MachineState::close);
  }

  private static long answer(String[] words, MachineState store, LongBuffer progress) {
    if (words.length == 1) {
      return KeptThing.valueOf(words[0]).state(store);
    }
    var run = StepRun.parse(words);
    if (words.length == 6) {
      run.operate(store, Integer.parseInt(words[5]));
    } else {
      run.run(store, run.operations(), operation ->
          progress.put(0, new Progress(run.number(), operation).toLong()));
    }
    store.sync();
    return run.number();
  }
}
