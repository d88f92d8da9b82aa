package io.bloomtree.cli;

import io.bloomtree.tree.Simulation;

/** Where the {@code bloomtree} process starts. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    boolean terminal = System.console() != null;
    var simulate =
        new SimulateCommand(Simulation::run, Simulation::runTraced, System::nanoTime, terminal);
    var source = new TopologySource(System.in);
    var commandLine = BloomtreeCommand.commandLine(
        terminal, new ValidateCommand(source), new PlanCommand(source), simulate,
        new FilterCommand(StandardStreams.ofProcess(), System::nanoTime));
    System.exit(commandLine.execute(args));
  }
}
