package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BloomtreeCommandTest {

  @Test
  void whoeverGivesNoCommandIsToldWhichThereAre() {
    var run = TopologyRun.of();

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("there must be a command: validate, plan, up, node, edge, help");
  }

  @Test
  void whoeverGivesAnUnknownCommandIsToldWhichThereAre() {
    var run = TopologyRun.of("plant", "topology.yaml");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("there is no command 'plant', only validate, plan, up, node, edge, help");
  }

  @Test
  void unknownOptionsAreNoCommands() {
    assertThat(TopologyRun.of("--plan").err()).startsWith("Unknown option: '--plan'");
    assertThat(TopologyRun.of("plan", "topology.yaml", "--max").err())
        .startsWith("Unknown option: '--max'");
  }

  @Test
  void helpIsACommandToo() {
    var help = TopologyRun.of("help");
    var helpOfPlan = TopologyRun.of("help", "plan");

    assertThat(help.exit()).isZero();
    assertThat(help.out()).isEqualTo(TopologyRun.of("--help").out()).startsWith("Usage: bloomtree");
    assertThat(helpOfPlan.exit()).isZero();
    assertThat(helpOfPlan.out()).isEqualTo(TopologyRun.of("plan", "--help").out());
  }

  @ParameterizedTest
  @CsvSource({
    "many, must be a whole number: many",
    "1e3, must be a whole number: 1e3",
    "'', 'must be a whole number: '",
    "99999999999999999999, is out of range: 99999999999999999999"
  })
  void numbersAreRefusedInWordsOfThisWorld(String number, String message) {
    var run = TopologyRun.of("plan", "topology.yaml", "--tolerate", number);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("Invalid value for option '--tolerate': " + message);
  }
}
