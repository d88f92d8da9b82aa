package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tree of processes and two producers that the tests of a class share. Each leaves it whole; one
 * that fails takes it down. Owned by the class that runs it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SharedProcesses {
  /** In the words of a topology. */
  static final String SPARSE_HORIZONTAL = """
      mode: sparse
      root: { slices: { count: 4, scheme: horizontal }, hosts: [core-1, core-2] }
      """;

  private Path directory;
  ProcessTree tree;
  ChildProcess athens;
  ChildProcess boston;

  @RegisterExtension final TestExecutionExceptionHandler onFailure = (context, failure) -> {
    System.out.println(tree.logged().collect(joining("\n")));
    closeTree();
    throw failure;
  };

  abstract String shape();

  @BeforeAll
  void useDirectory(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeEach
  void startTree() {
    if (tree == null) {
      tree = new ProcessTree(directory, shape(), "5m").start();
      athens = tree.producer("athens-1");
      boston = tree.producer("boston-1");
    }
  }

  @AfterEach
  void logsAreSingleLines() {
    if (tree != null) {
      assertThat(tree.logged()).allMatch(
          line -> line.matches("[^:]+: \\S+Z (INFO|WARN) .*")
              || line.contains("runs already, in another process"));
    }
  }

  @AfterAll
  void closeTree() {
    if (tree != null) {
      tree.close();
      tree = null;
    }
  }

  final OfferedStream begin(String prefix, ChildProcess... producers) {
    var stream = OfferedStream.begin(tree, prefix, producers);
    stream.awaitMore(300);
    return stream;
  }

  /** Nothing is lost, and no more is delivered again than lost state explains. */
  static void assertAtLeastOnce(
      int keys, List<Path> logs, long atRisk, TestReporter reporter) throws BadInputException {
    CheckReport report = VerdictCheck.of(logs).report();
    assertThat(report.droppedKeys()).isEmpty();
    assertThat(report.keys().delivered()).as("%s", report).isEqualTo(keys);
    assertThat(report.surplus().unexplained()).as("%s", report).isLessThanOrEqualTo(atRisk);
    reporter.publishEntry("delivered again", report.surplus().unexplained() + " of " + atRisk
        + " at risk, and " + report.surplus().excused() + " after degraded verdicts");
  }
}
