package dev.ductile.reports;

import dev.ductile.history.Run;
import dev.ductile.reports.vector.SvgPicture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;

/** The charts of runs that begin now, as SVG pictures by their names. */
public final class RunPictures {
  private RunPictures() {}

  /** The charts of detailed runs with different labels; none if this machine draws no letters. */
  public static Map<String, String> of(List<Run> runs) {
    var pictures = new LinkedHashMap<String, String>();
    if (Plot.missing().isPresent()) {
      return pictures;
    }
    List<String> labels = runs.stream().map(Run::policy).toList();
    add(pictures, "completion", Charts.completion(labels, runs));
    add(pictures, "utilisation", Charts.utilisation(labels, runs));
    add(pictures, "queue", Charts.queue(labels, runs));
    for (Run run : runs) {
      add(pictures, "gantt " + run.policy(), GanttChart.of(run));
    }
    return pictures;
  }

  private static void add(Map<String, String> pictures, String name, XYChart chart) {
    chart.setXAxisTitle(
        chart
            .getXAxisTitle()
            .replace("Time since the first submission", "Time from now")
            .replace("Completion time", "Time from now to the end"));
    pictures.put(name, SvgPicture.of(Plot.paths(chart), chart.getWidth(), chart.getHeight()));
  }
}
