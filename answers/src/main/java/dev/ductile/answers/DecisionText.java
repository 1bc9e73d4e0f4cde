package dev.ductile.answers;

import dev.ductile.api.Allocation;
import dev.ductile.api.Figure;
import dev.ductile.reports.TextTable;
import dev.ductile.reports.Wrapped;
import java.util.List;

/** One decision for people: for each job its change in a line, and the reason below. */
final class DecisionText {
  static final String INDENT = "    ";
  private static final int LONGEST_NAME = 24;
  private static final int LONGEST_PLACE = 20;
  private static final int MOST_TAKERS = 3;

  private DecisionText() {}

  static String of(DecisionDiff decision, int width) {
    var table = TextTable.ofWords(List.of("JOB", "CHANGE", "FROM", "TO"));
    for (JobDiff diff : decision.jobs()) {
      table.add(
          List.of(
              name(diff.job().id().name()),
              diff.kind().word(),
              place(diff.from()),
              place(diff.to())));
    }
    List<String> lines = table.toString().lines().toList();
    var text = new StringBuilder(lines.getFirst()).append('\n');
    for (int i = 0; i < decision.jobs().size(); i++) {
      JobDiff diff = decision.jobs().get(i);
      text.append(lines.get(i + 1)).append('\n');
      text.append(Wrapped.text(sentence(diff, decision), INDENT, width));
    }
    text.append('\n')
        .append(Wrapped.text(decision.policy() + ": " + decision.summary(), "", width));
    for (Figure figure : decision.plan().figures()) {
      text.append(Wrapped.text(figure.toString(), "", width));
    }
    return text.toString();
  }

  /** The reason, with the jobs that take the place of this one. */
  private static String sentence(JobDiff diff, DecisionDiff decision) {
    List<String> takers =
        decision.takers().of(diff).stream().map(taker -> name(taker.job().id().name())).toList();
    if (takers.isEmpty()) {
      return diff.reason().sentence();
    }
    String more =
        takers.size() > MOST_TAKERS ? " and %d more".formatted(takers.size() - MOST_TAKERS) : "";
    return "%s; its place goes to %s%s"
        .formatted(
            diff.reason().sentence(),
            String.join(", ", takers.subList(0, Math.min(MOST_TAKERS, takers.size()))),
            more);
  }

  /** A name of at most 24 characters; of a longer one the beginning and the end. */
  static String name(String whole) {
    int half = LONGEST_NAME / 2;
    return whole.length() <= LONGEST_NAME
        ? whole
        : whole.substring(0, half) + "…" + whole.substring(whole.length() - half + 1);
  }

  /** An allocation in few words: {@code 4 on node-0}, {@code 6 on 2 nodes}, {@code -}. */
  private static String place(Allocation allocation) {
    if (allocation.isNone()) {
      return "-";
    }
    String whole = allocation.toString();
    int nodes = allocation.shares().size();
    return whole.length() <= LONGEST_PLACE
        ? whole
        : "%s on %s"
            .formatted(
                allocation.size(),
                nodes == 1 ? name(allocation.shares().getFirst().node().name()) : nodes + " nodes");
  }
}
