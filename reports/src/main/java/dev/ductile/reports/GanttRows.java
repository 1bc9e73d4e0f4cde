package dev.ductile.reports;

import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.history.Span;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a run that a Gantt chart shows: the jobs submitted first, so that charts of different
 * policies have the same rows.
 *
 * @param jobs one a row, in the order of submission
 * @param allJobs how many jobs the run had
 * @param cut whether bars are missing
 */
record GanttRows(List<String> jobs, List<Stretch> stretches, int allJobs, boolean cut) {
  /** A bar in its row. */
  record Stretch(int row, Span bar) {}

  static GanttRows of(Run run, int mostRows, int mostBars) {
    List<String> jobs =
        run.outcomes().stream()
            .sorted(Comparator.comparingDouble(Outcome::submitted).thenComparing(Outcome::job))
            .limit(mostRows)
            .map(Outcome::job)
            .toList();
    Map<String, Integer> rows = HashMap.newHashMap(jobs.size());
    jobs.forEach(job -> rows.put(job, rows.size()));
    List<Stretch> stretches =
        run.timeline().spans().stream()
            .filter(bar -> rows.containsKey(bar.job()))
            .sorted(Comparator.comparingDouble(Span::from).thenComparing(Span::job))
            .map(bar -> new Stretch(rows.getOrDefault(bar.job(), 0), bar))
            .toList();
    boolean cut = run.timeline().spansCut() || stretches.size() > mostBars;
    List<Stretch> shown = stretches.subList(0, Math.min(mostBars, stretches.size()));
    return new GanttRows(jobs, shown, run.outcomes().size(), cut);
  }

  double end() {
    return stretches.stream().mapToDouble(stretch -> stretch.bar().to()).max().orElse(0);
  }

  /** The most tasks of any bar, which fill a row's height. */
  int mostTasks() {
    return stretches.stream().mapToInt(stretch -> tasks(stretch.bar())).max().orElse(1);
  }

  static int tasks(Span bar) {
    return bar.workers() + bar.servers();
  }
}
