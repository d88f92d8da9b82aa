package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that the simulator bites: each rule of the protocol, broken, is found to be broken. */
@Execution(ExecutionMode.CONCURRENT)
class PlantedBugsTest {
  /** Enough for every bug with room to spare; one that needs more wants a better focus. */
  private static final int SCHEDULES = 1_500;
  private static final int CLEAN_SCHEDULES = 20;

  static List<PlantedBug> bugs() {
    return PlantedBugs.all();
  }

  static List<PlantedBug> bugsInTheMachines() {
    return bugs().stream().filter(bug -> !bug.changes().isEmpty()).toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bugs")
  void theSimulatorFindsThatTheRuleIsBroken(PlantedBug bug, @TempDir Path directory)
      throws IOException {
    assertThat(bug.hunt(directory, SCHEDULES)).as("a violation").isPresent();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bugsInTheMachines")
  void theSameSchedulesAreCleanWithTheRule(PlantedBug bug) {
    assertThat(Simulation.search(1, CLEAN_SCHEDULES, bug.narrowing())).as("a violation").isEmpty();
  }
}
