package dev.ductile.reports;

import dev.ductile.history.Run;
import dev.ductile.history.Span;
import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;

/** A Gantt chart of jobs for print: a row per job, bars as high as the job's size. */
final class GanttChart {
  private static final int MOST_ROWS = 100;
  private static final int MOST_BARS = 20_000;
  private static final double ROW = 0.9;
  private static final double LEAST = 0.3;
  private static final double HALF = 0.5;
  private static final double ROUNDING = 1e-9;
  private static final int LONGEST_NAME = 20;

  private static final int LEAST_SPACING = 14;
  private static final int ROWS_PIXELS = 330;

  private GanttChart() {}

  static XYChart of(Run run) {
    GanttRows rows = GanttRows.of(run, MOST_ROWS, MOST_BARS);
    TimeScale scale = TimeScale.of(rows.end());
    var chart = new XYChart(Plot.WIDTH, Plot.HEIGHT);
    Plot.style(chart.getStyler());
    chart.setXAxisTitle(scale.title("Time since the first submission"));
    chart.setYAxisTitle(title(rows));
    chart.setTitle(
        "The thicker a bar, the more tasks its job has (at most %,d). Colours tell rows apart."
            .formatted(rows.mostTasks()));
    chart.getStyler().setChartTitleVisible(true);
    chart.getStyler().setChartTitleBoxVisible(false);
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    chart.getStyler().setXAxisMin(0.0);
    chart.getStyler().setXAxisTickLabelsFormattingFunction(AxisLabel::number);
    chart.getStyler().setYAxisMin(-Math.max(1, rows.jobs().size()) - HALF);
    chart.getStyler().setYAxisMax(-HALF);
    chart.getStyler().setYAxisTickMarkSpacingHint(spacing(rows.jobs().size()));
    chart.getStyler().setYAxisTickLabelsFormattingFunction(tick -> label(rows.jobs(), tick));
    for (int row = 0; row < rows.jobs().size(); row++) {
      addRow(chart, rows, row, scale);
    }
    if (chart.getSeriesCollection().isEmpty()) {
      Charts.addNothing(chart);
    }
    return chart;
  }

  /** A little less than the height of a row: then each row has one tick, if there is room. */
  private static int spacing(int rows) {
    return Math.max(LEAST_SPACING, ROWS_PIXELS / Math.max(1, rows));
  }

  /**
   * The label of a tick: the name of the job in the middle of its row, else nothing to see. The two
   * ends of the axis have different labels, because an axis with equal ones gets no others.
   */
  static String label(List<String> jobs, double tick) {
    int row = (int) Math.round(-tick) - 1;
    if (row >= jobs.size()) {
      return " ";
    }
    if (row < 0 || Math.abs(row + 1 + tick) > ROUNDING) {
      return "";
    }
    String name = jobs.get(row);
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }

  private static String title(GanttRows rows) {
    int shown = rows.jobs().size();
    return shown < rows.allJobs()
        ? String.format(Locale.ROOT, "The first %,d of %,d jobs", shown, rows.allJobs())
        : "Jobs by submission";
  }

  /**
   * The outline of all bars of a job: up at a bar's start, down at its end, back along the bottom.
   */
  private static void addRow(XYChart chart, GanttRows rows, int row, TimeScale scale) {
    var xs = new ArrayList<Double>();
    var ys = new ArrayList<Double>();
    double floor = -(row + 1.0) - ROW / 2;
    for (GanttRows.Stretch stretch : rows.stretches()) {
      if (stretch.row() == row) {
        Span bar = stretch.bar();
        double share = (double) GanttRows.tasks(bar) / rows.mostTasks();
        double top = floor + LEAST + (ROW - LEAST) * share;
        double from = bar.from() * scale.factor();
        double to = bar.to() * scale.factor();
        xs.addAll(List.of(from, from, to, to));
        ys.addAll(List.of(floor, top, top, floor));
      }
    }
    if (xs.isEmpty()) {
      return;
    }
    XYSeries series = chart.addSeries("job " + row, xs, ys);
    series.setFillColor(Palette.colour(row));
    series.setLineColor(new Color(0, 0, 0, 0));
    series.setLineStyle(new BasicStroke(0.1f));
  }
}
