package dev.ductile.answers;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.reports.TextTable;
import java.util.ArrayList;
import java.util.List;

/** Several decisions for people: a line for each job and a column for each policy. */
final class PolicyColumns {
  private PolicyColumns() {}

  static String of(Cluster state, List<DecisionDiff> decisions, int width) {
    var text = new StringBuilder();
    int first = 0;
    while (first < decisions.size()) {
      int end = first + 1;
      String table = table(state, decisions.subList(first, end));
      while (end < decisions.size()) {
        String wider = table(state, decisions.subList(first, end + 1));
        if (wider.lines().anyMatch(line -> line.length() > width)) {
          break;
        }
        table = wider;
        end++;
      }
      text.append(table).append('\n');
      first = end;
    }
    for (DecisionDiff decision : decisions) {
      text.append(Wrapped.text(decision.policy() + ": " + decision.summary(), "", width));
    }
    return text.toString();
  }

  private static String table(Cluster state, List<DecisionDiff> decisions) {
    var heading = new ArrayList<String>(List.of("JOB", "NOW"));
    decisions.forEach(decision -> heading.add(decision.policy()));
    var table = TextTable.ofWords(heading);
    for (Job job : state.jobs()) {
      var row = new ArrayList<String>();
      row.add(DecisionText.name(job.id().name()));
      row.add(size(job.allocation()));
      for (DecisionDiff decision : decisions) {
        row.add(decision.find(job.id()).map(PolicyColumns::cell).orElse("-"));
      }
      table.add(row);
    }
    return table.toString();
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
