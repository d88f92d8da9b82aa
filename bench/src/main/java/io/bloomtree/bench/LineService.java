package io.bloomtree.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;

/**
 * The child's end of a {@link ChildJvm}: a command a line on standard input, an answer a line on
 * standard output. Owned by the main thread; another one reads, so that the child ends with its
 * parent even while it is busy.
 */
final class LineService {
  static final String OK = "ok";
  static final String FAILED = "failed";

  /** Garbage collections: what a first one finalizes only a later one frees. */
  private static final int COLLECTIONS = 3;

  /** Does something with the words after its name; answers with figures. */
  interface Command {
    Map<String, Double> run(List<String> words) throws InterruptedException;
  }

  /** Makes a process what it is to be, and adds the commands that only it knows. */
  interface Setup {
    void prepare(LineService service) throws InterruptedException;
  }

  private final PrintStream out = System.out;
  private final Map<String, Command> commands = new HashMap<>();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private LineService() {
    System.setOut(System.err); // whatever else is printed is no answer
    on("cpu", words -> Map.of("nanos", (double) cpuNanos()));
    on("heap", words -> Map.of("bytes", (double) usedHeap()));
  }

  LineService on(String name, Command command) {
    commands.put(name, command);
    return this;
  }

  /** The whole life of a child: it ends with this call, without leaving anything orderly. */
  static void run(Setup setup) {
    try {
      var service = new LineService();
      Thread reader = new Thread(service::read, "standard input");
      reader.setDaemon(true);
      reader.start();
      setup.prepare(service);
      service.serve();
    } catch (InterruptedException | RuntimeException e) {
      e.printStackTrace();
    } finally {
      Runtime.getRuntime().halt(1);
    }
  }

  /** Reads until nobody is there any more. */
  private void read() {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    in.lines().forEach(lines::add);
    Runtime.getRuntime().halt(0);
  }

  /** Says that it is ready, and serves until the process ends. */
  private void serve() throws InterruptedException {
    answer(Map.of());
    while (true) {
      String line = lines.take();
      List<String> words = List.of(line.split(" "));
      try {
        answer(command(words.get(0)).run(words.subList(1, words.size())));
      } catch (RuntimeException e) {
        out.println(FAILED + " " + line + ": " + withCauses(e));
        out.flush();
      }
    }
  }

  private Command command(String name) {
    Command command = commands.get(name);
    if (command == null) {
      throw new IllegalArgumentException("unknown command: " + name);
    }
    return command;
  }

  private static String withCauses(Throwable e) {
    return e.getCause() == null ? e.toString() : e + ", because of " + withCauses(e.getCause());
  }

  private void answer(Map<String, Double> figures) {
    out.println(figures.entrySet().stream()
        .map(figure -> " " + figure.getKey() + "=" + figure.getValue())
        .collect(Collectors.joining("", OK, "")));
    out.flush();
  }

  /** The figures of a line that starts with {@link #OK}. */
  static Map<String, Double> figures(String line) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String word : line.substring(OK.length()).strip().split(" ")) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        figures.put(word.substring(0, equals), Double.valueOf(word.substring(equals + 1)));
      }
    }
    return figures;
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static long usedHeap() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
