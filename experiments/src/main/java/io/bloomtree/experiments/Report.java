package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of what was found: tables, plots, and a page with all of it. Owned by one thread. */
public final class Report {
  /*
   * The page is written again after each experiment: they may take an hour, and who stops them
   * half-way keeps what there is.
   */
  private static final String INDEX = "index.html";

  private final Path directory;
  private final String run;
  private final List<Result> results = new ArrayList<>();

  /**
   * @param directory where to; made if it is not there
   * @param run one sentence on how this was run
   */
  public Report(Path directory, String run) throws IOException {
    this.directory = requireNonNull(directory, "directory");
    this.run = requireNonNull(run, "run");
    Files.createDirectories(directory);
  }

  /** The page. */
  public Path index() {
    return directory.resolve(INDEX);
  }

  public void add(Result result) throws IOException {
    Experiment experiment = result.experiment();
    Files.createDirectories(directory.resolve(experiment.name()));
    for (DataTable table : result.findings().tables()) {
      Csv.write(table, directory.resolve(file(experiment, table.name()) + ".csv"));
    }
    for (Plot plot : result.findings().plots()) {
      String file = file(experiment, plot.name());
      Charts.write(plot, directory.resolve(file + ".svg"), directory.resolve(file + ".png"));
    }
    results.add(result);
    Files.writeString(index(), Page.of(run, results));
  }

  public List<Result> results() {
    return List.copyOf(results);
  }

  /** Where a table or plot is, from the page, but for its ending. */
  static String file(Experiment experiment, String name) {
    return experiment.name() + "/" + name;
  }
}
