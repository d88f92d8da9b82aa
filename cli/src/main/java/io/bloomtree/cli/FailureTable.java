package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.SliceFailures;
import io.bloomtree.topology.SliceFailures.QuorumRow;
import io.bloomtree.topology.SliceFailures.Rates;
import io.bloomtree.topology.SliceFailures.Row;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.tree.SlicePolicy;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.ColorScheme;

/** What failed slices do to the rates of nodes that are sliced alike. Owned by one thread. */
final class FailureTable {
  /*
   * Under our rule the policies are one scale: "duplicate" is a quorum of 0, "distinct" one of k.
   * So the rows of one number of failures go from the most false positives to the most false
   * negatives. With many slices that would be hundreds of rows: every quorum is shown up to the
   * failures that are to be tolerated, further on only the ends and what the node does.
   */

  private static final int NAMES = 5;

  private final NodePlan node;
  private final String names;
  private final SliceFailures failures;
  private final SlicePolicy policy;
  private final int everyQuorumUpTo;
  private final boolean vertical;

  FailureTable(PlannedTree tree, List<NodePlan> alike) {
    this.node = alike.get(0);
    this.names = Figures.names(alike.stream().map(NodePlan::id).toList(), NAMES);
    this.failures = node.failures().orElseThrow();
    this.policy = requireNonNull(tree.policy(node), "policy");
    this.everyQuorumUpTo = tree.tolerance().failed();
    this.vertical = failures.scheme() == Scheme.VERTICAL;
  }

  void print(Prose prose, PrintWriter out, ColorScheme colors) {
    prose.title("Failed slices of " + names + ": " + node.filter().count() + " "
        + PlanJson.word(failures.scheme()));
    if (node.role() == Role.ROOT) {
      explainRoot(prose);
      (vertical ? quorums() : ends()).print(out, colors);
    } else {
      prose.text("A region does not guess, whatever failure.slices says: what it cannot test goes "
          + "up to its parent, which holds all that the region holds. So failed slices lose "
          + "nothing and deliver nothing twice; they cost messages.");
      passedOn().print(out, colors);
    }
    explainOmissions(prose);
  }

  private void explainRoot(Prose prose) {
    prose.text("failure.slices says what an event counts as that cannot be tested because slices "
        + "are away. False positives are new events that are dropped, false negatives are "
        + "duplicates that are delivered again. The arrow is what this topology does.");
    if (vertical) {
      prose.text("quorum x: a duplicate if x of its " + node.probes() + " bits can be tested, and "
          + "all that can be tested are set. The paper counts set bits only, so that its rule "
          + "takes more new events for duplicates; the formulas it prints lack binomial "
          + "coefficients.");
    }
  }

  private Table quorums() {
    var table = new Table().right("failed").left("failure.slices")
        .right("false\npositives").right("false\nnegatives")
        .right("paper's rule:\nfalse pos.").right("as printed:\nfalse pos.")
        .right("as printed:\nfalse neg.").left("");
    table.row("none", "any", Figures.rate(node.falsePositives()), "0", "", "", "", "");
    for (Row row : failures.rows()) {
      table.row(failed(row), "duplicate (Eq. 6)", fp(row.duplicate()), fn(row.duplicate()),
          "", "", "", arrow(policy instanceof SlicePolicy.Duplicate));
      for (QuorumRow quorum : row.quorums()) {
        boolean chosen = policy.equals(new SlicePolicy.Quorum(quorum.quorum()));
        if (row.failed() <= everyQuorumUpTo || chosen) {
          table.row("", "quorum " + quorum.quorum(), fp(quorum.ours()), fn(quorum.ours()),
              Figures.rate(quorum.falsePositivesOfPaper()),
              Figures.rate(quorum.falsePositivesAsPrinted()), "", arrow(chosen));
        }
      }
      table.row("", "distinct", fp(row.distinct()), fn(row.distinct()), "", "",
          Figures.rate(row.distinctFalseNegativesAsPrinted()),
          arrow(policy instanceof SlicePolicy.Distinct));
    }
    return table;
  }

  private Table ends() {
    var table = new Table().right("failed").left("failure.slices")
        .right("false\npositives").right("false\nnegatives").left("");
    table.row("none", "any", Figures.rate(node.falsePositives()), "0", "");
    for (Row row : failures.rows()) {
      table.row(failed(row), "duplicate (Eq. 5)", fp(row.duplicate()), fn(row.duplicate()),
          arrow(policy instanceof SlicePolicy.Duplicate));
      table.row("", "distinct", fp(row.distinct()), fn(row.distinct()),
          arrow(policy instanceof SlicePolicy.Distinct));
    }
    return table;
  }

  private Table passedOn() {
    var table = new Table().right("failed").right("false\npositives")
        .right("duplicates\nsent up in vain");
    table.row("none", Figures.rate(node.falsePositives()), "0");
    failures.rows().forEach(row -> table.row(
        failed(row), fp(row.distinct()), fn(row.distinct())));
    return table;
  }

  private void explainOmissions(Prose prose) {
    if (node.forgets()) {
      prose.note("What the filter forgets of itself comes on top: see What is forgotten.");
    }
    int rows = failures.rows().size();
    if (node.role() == Role.ROOT && vertical && everyQuorumUpTo < rows) {
      prose.note("Every quorum up to " + everyQuorumUpTo + " failed; --tolerate shows more, "
          + "--output json all.");
    }
    if (rows < node.filter().count() - 1) {
      prose.note("More than " + rows + " failed slices are left out.");
    }
  }

  private String failed(Row row) {
    return row.failed() + " of " + node.filter().count();
  }

  private static String fp(Rates rates) {
    return Figures.rate(rates.falsePositives());
  }

  private static String fn(Rates rates) {
    return Figures.rate(rates.falseNegatives());
  }

  private static String arrow(boolean chosen) {
    return chosen ? "<-" : "";
  }
}
