package dev.ductile.answers;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.reports.TextTable;
import dev.ductile.reports.Wrapped;
import java.util.ArrayList;
import java.util.List;

/**
 * Several decisions for people: a line for each job and a column for each policy, and below them
 * the reasons where the policies differ.
 */
final class PolicyColumns {
  private static final int GAP = TextTable.GAP_WIDTH;

  private PolicyColumns() {}

  static String of(Cluster state, List<DecisionDiff> decisions, int width) {
    var text = new StringBuilder();
    List<List<String>> columns = decisions.stream().map(each -> column(state, each)).toList();
    int first = 0;
    while (first < decisions.size()) {
      List<List<String>> table = new ArrayList<>(jobs(state));
      int used = table.stream().mapToInt(PolicyColumns::width).sum();
      do {
        table.add(columns.get(first));
        used += width(columns.get(first));
        first++;
      } while (first < decisions.size() && used + width(columns.get(first)) - GAP <= width);
      text.append(table(table)).append('\n');
    }
    for (DecisionDiff decision : decisions) {
      text.append(Wrapped.text(decision.policy() + ": " + decision.summary(), "", width));
      text.append(reasons(state, decision, decisions, width));
    }
    return text.toString();
  }

  /** The reasons of a policy for the jobs on which the policies differ. */
  private static String reasons(
      Cluster state, DecisionDiff decision, List<DecisionDiff> all, int width) {
    var text = new StringBuilder();
    for (Job job : state.jobs()) {
      long cells =
          all.stream().map(each -> each.find(job.id()).map(PolicyColumns::cell)).distinct().count();
      if (cells > 1) {
        decision
            .find(job.id())
            .map(diff -> DecisionText.name(job.id().name()) + ": " + diff.reason().sentence())
            .ifPresent(line -> text.append(Wrapped.text(line, DecisionText.INDENT, width)));
      }
    }
    return text.toString();
  }

  /** The columns with the names of the jobs and their sizes before the decisions. */
  private static List<List<String>> jobs(Cluster state) {
    var names = new ArrayList<>(List.of("JOB"));
    var sizes = new ArrayList<>(List.of("NOW"));
    for (Job job : state.jobs()) {
      names.add(DecisionText.name(job.id().name()));
      sizes.add(size(job.allocation()));
    }
    return List.of(names, sizes);
  }

  private static List<String> column(Cluster state, DecisionDiff decision) {
    var cells = new ArrayList<>(List.of(decision.policy()));
    for (Job job : state.jobs()) {
      cells.add(decision.find(job.id()).map(PolicyColumns::cell).orElse("-"));
    }
    return cells;
  }

  /** The width of a column and of the gap after it. */
  private static int width(List<String> column) {
    return GAP + column.stream().mapToInt(String::length).max().orElse(0);
  }

  private static String table(List<List<String>> columns) {
    TextTable table = TextTable.ofWords(row(columns, 0));
    for (int row = 1; row < columns.getFirst().size(); row++) {
      table.add(row(columns, row));
    }
    return table.toString();
  }

  private static List<String> row(List<List<String>> columns, int row) {
    return columns.stream().map(column -> column.get(row)).toList();
  }

  private static String cell(JobDiff diff) {
    return switch (diff.kind()) {
      case STOPPED, WAITING -> diff.kind().word();
      case SHRUNK, GROWN -> diff.kind().word() + " to " + diff.to().size();
      case MOVED -> "moves";
      case STARTED -> "starts " + diff.to().size();
      case KEPT -> "keeps " + diff.to().size();
    };
  }

  private static String size(Allocation allocation) {
    return allocation.isNone() ? "-" : allocation.size().toString();
  }
}
