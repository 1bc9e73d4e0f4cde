package dev.ductile.reports;

import dev.ductile.history.Run;
import dev.ductile.simulator.Results;
import dev.ductile.text.PlainValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.knowm.xchart.internal.chartpart.AxesChart;

/**
 * The results as PNG, SVG and PDF charts: one of each kind for each load, and a Gantt chart of each
 * policy for the first load.
 */
final class Plots {
  private static final int MOST_GANTTS = 16;

  private final Results results;
  private final Path folder;

  private Plots(Results results, Path folder) {
    this.results = results;
    this.folder = folder;
  }

  static void write(Results results, Path folder) throws IOException {
    new Plots(results, folder).write(Summary.of(results));
  }

  private void write(List<Summary> summaries) throws IOException {
    for (Summary summary : summaries) {
      String suffix = summaries.size() > 1 ? "-load-" + PlainValue.text(summary.load()) : "";
      List<Run> runs = results.runs().stream().filter(run -> run.load() == summary.load()).toList();
      List<Run> detailed = runs.stream().filter(run -> !run.timeline().used().isEmpty()).toList();
      save(Charts.meanCompletion(summary), "mean-completion" + suffix);
      save(Charts.completion(results.policies(), runs), "completion-times" + suffix);
      save(Charts.utilisation(results.policies(), detailed), "utilisation" + suffix);
      save(Charts.queue(results.policies(), detailed), "queue-length" + suffix);
      if (summary.equals(summaries.getFirst())) {
        saveGantts(detailed);
      }
    }
    if (summaries.size() > 1) {
      save(Charts.loads(summaries), "mean-completion-by-load");
    }
  }

  private void saveGantts(List<Run> runs) throws IOException {
    Set<String> names = new HashSet<>();
    for (Run run : runs.subList(0, Math.min(MOST_GANTTS, runs.size()))) {
      String name = "gantt-" + run.policy().replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("-$", "");
      save(GanttChart.of(run), names.add(name) ? name : name + "-" + names.size());
    }
  }

  private void save(AxesChart<?, ?> chart, String name) throws IOException {
    for (String ending : Plot.ENDINGS) {
      Plot.save(chart, folder.resolve(name + ending));
    }
  }
}
