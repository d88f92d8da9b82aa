package io.bloomtree.metrics;

import io.bloomtree.tree.Tally;

/** What the counts of the machines mean, in a line. */
final class CountHelp {
  private CountHelp() {}

  static String of(Tally.Count count) {
    return switch (count) {
      case TESTS -> "Tests of the node's filter, counted by the slice that decides.";
      case SETS -> "Settings of the node's filter, counted by the event's owner.";
      case PART_TESTS -> "Tests of a part of the filter for another slice.";
      case PART_SETS -> "Settings of a part of the filter for the owner of the event.";
      case HITS -> "Tests that hit.";
      case MISSES -> "Tests that found that the filter does not have the event.";
      case REFUTED_HITS -> "Hits that verification refuted.";
      case HELD -> "Asks that were answered HELD: another copy is claimed.";
      case BUSY -> "Asks answered BUSY, or messages left to be repeated, for lack of room.";
      case DEGRADED -> "Answers that were degraded.";
      case EXPIRED_ASKS -> "Asks that were dropped because nobody waits for their answer.";
      case DRAINED_ASKS -> "Asks that came when the node was about to stop.";
      case FENCED_ASKS -> "Asks of an incarnation that has been replaced.";
      case LAPSED_CLAIMS -> "Claims whose lease ran out.";
      case REFUSED_PACKETS -> "Packets of another tree, epoch, a stranger or one replaced.";
      case FENCED_PACKETS -> "Packets of a parent or slice that has been replaced.";
      case REFUSALS_RECEIVED -> "Packets of its own that a peer refused.";
      case FRAMES_OF_OTHER_EPOCHS -> "Frames of slices that run another topology.";
      case EARLY_HELLOS -> "Hellos to slices of the root of the next topology only.";
      case UNSETTLED_ASKS -> "Asks answered BUSY because the topology is changing.";
      case MISDIRECTED_FRAMES -> "Frames that nobody sends to a node of this kind.";
      case PEERS_LOST -> "Times that a peer fell silent.";
      case UNWANTED_ANSWERS -> "DISTINCT answers for which nobody waits.";
      case UNRECORDED_CONFIRMS -> "Confirms after their lease that found no room.";
      case FAILED_LISTENERS -> "Listeners that threw when told how an offer ended.";
      case REFUSED_SKETCHES -> "Reports of sketches of another shape, or of nobody's.";
      case PACKETS_SENT -> "Packets sent.";
    };
  }
}
