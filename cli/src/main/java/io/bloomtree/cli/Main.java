package io.bloomtree.cli;

import io.bloomtree.experiments.Catalogue;
import io.bloomtree.tree.Simulation;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Path;

/** Where the {@code bloomtree} process starts. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    var output = new WatchedOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(output, true, charset()));
    ProcessLog.open(System.err, ProcessLog.Detail.TROUBLE, ProcessLog.Format.TEXT);
    boolean terminal = System.console() != null;
    var simulate =
        new SimulateCommand(Simulation::run, Simulation::runTraced, System::nanoTime, terminal);
    var source = new TopologySource(System.in);
    var usual = Path.of("topology.yaml");
    var demo = new DemoCommand(
        new TopologyOption(source, usual), OfferedTree::judgedHere, System::nanoTime,
        EndSignal::ofProcess, terminal);
    var filter = new FilterCommand(
        new TopologyOption(source, usual), StandardStreams.ofProcess(), System::nanoTime);
    var replay = new ReplayCommand(
        new TopologyOption(source, usual), System.in, OfferedTree::judged, System::nanoTime,
        terminal);
    var commandLine = BloomtreeCommand.commandLine(
        terminal, demo, filter, replay, new UpCommand(source),
        new NodeCommand(new TopologyOption(source, usual)),
        new EdgeCommand(new TopologyOption(source, usual)),
        new StatusCommand(new TopologyOption(source, usual)),
        new TopCommand(new TopologyOption(source, usual),
            StandardStreams.isTerminal(0) && StandardStreams.isTerminal(1), System::nanoTime),
        new CheckCommand(source, System.in), new ValidateCommand(source), new PlanCommand(source),
        new CountCommand(new TopologyOption(source, usual)),
        new HotCommand(new TopologyOption(source, usual)),
        new SkewCommand(new TopologyOption(source, usual)),
        new OverlapCommand(new TopologyOption(source, usual)),
        new SimilarCommand(new TopologyOption(source, usual)), new StateCommand(),
        new ExportCommand(output, terminal), new ImportCommand(System.in, terminal), simulate,
        new ExperimentsCommand(Catalogue.all(), System.in, System::nanoTime, terminal),
        new CompletionCommand(), new ShareCommand());
    int exitCode = commandLine.execute(args);
    System.out.flush();
    System.exit(output.exitCode(exitCode, commandLine.getErr()));
  }

  /** That of standard output, which newer versions of Java tell apart from that of files. */
  private static Charset charset() {
    String name = System.getProperty("stdout.encoding");
    return name == null ? Charset.defaultCharset() : Charset.forName(name);
  }
}
