package dev.ductile.reproductions.report;

import dev.ductile.reports.Palette;
import dev.ductile.reports.Plot;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.reproductions.experiment.Point;
import dev.ductile.simulator.Interval;
import java.awt.BasicStroke;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.AxesChart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A reproduction as a PNG, SVG or PDF chart: lines over numbers, bars over words; the paper's
 * numbers as dots, or as bars beside ours.
 */
final class ChartImage {
  private static final int MARK = 8;
  private static final int SIDE_BY_SIDE = 6;

  private ChartImage() {}

  static void save(Reproduced reproduced, Path file) throws IOException {
    boolean isLines = SvgFigure.isOverNumbers(reproduced.grid());
    Plot.save(isLines ? lines(reproduced) : bars(reproduced), file);
  }

  private static AxesChart<?, ?> lines(Reproduced reproduced) {
    Reproduction reproduction = reproduced.reproduction();
    Grid grid = reproduced.grid();
    var chart = new XYChart(Plot.WIDTH, Plot.HEIGHT);
    Plot.style(chart.getStyler());
    chart.setXAxisTitle(reproduction.x().title());
    chart.setYAxisTitle(reproduction.y().title());
    chart.getStyler().setXAxisLogarithmic(reproduction.x().isLogarithmic());
    chart.getStyler().setYAxisLogarithmic(reproduction.y().isLogarithmic());
    chart.getStyler().setErrorBarsColorSeriesColor(true);
    chart.getStyler().setMarkerSize(MARK);
    if (!reproduction.y().isLogarithmic()) {
      chart.getStyler().setYAxisMin(0.0);
    }
    for (int i = 0; i < grid.lines().size(); i++) {
      ours(chart, grid, i);
      theirs(chart, reproduced, i);
    }
    return chart.getSeriesCollection().isEmpty() ? bars(reproduced) : chart;
  }

  private static void ours(XYChart chart, Grid grid, int line) {
    var xs = new ArrayList<Double>();
    var ys = new ArrayList<Double>();
    var whiskers = new ArrayList<Double>();
    for (int i = 0; i < grid.points().size(); i++) {
      Interval interval = grid.cell(line, i).interval();
      if (isDrawn(chart, interval.mean())) {
        xs.add(grid.points().get(i).at().orElse(i));
        ys.add(interval.mean());
        double half = (interval.high() - interval.low()) / 2;
        whiskers.add(isDrawn(chart, interval.low()) ? orZero(half) : 0);
      }
    }
    if (xs.isEmpty()) {
      return;
    }
    String name = grid.lines().get(line);
    boolean isCertain = whiskers.stream().allMatch(half -> half == 0);
    XYSeries series =
        isCertain ? chart.addSeries(name, xs, ys) : chart.addSeries(name, xs, ys, whiskers);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
    series.setLineColor(Palette.colour(line));
    series.setLineStyle(Plot.stroke(line));
    series.setMarker(SeriesMarkers.NONE);
  }

  /** Whether a value can be drawn; a logarithmic axis has no zero. */
  private static boolean isDrawn(XYChart chart, double value) {
    return Double.isFinite(value) && (value > 0 || !chart.getStyler().isYAxisLogarithmic());
  }

  private static void theirs(XYChart chart, Reproduced reproduced, int line) {
    Grid grid = reproduced.grid();
    var xs = new ArrayList<Double>();
    var ys = new ArrayList<Double>();
    for (Point point : grid.points()) {
      reproduced
          .reproduction()
          .theirs()
          .of(grid.lines().get(line), point)
          .filter(value -> isDrawn(chart, value))
          .ifPresent(value -> {
            xs.add(point.at().orElse(0));
            ys.add(value);
          });
    }
    if (!xs.isEmpty()) {
      XYSeries dots = chart.addSeries(grid.lines().get(line) + ", theirs", xs, ys);
      dots.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      dots.setMarker(SeriesMarkers.CIRCLE);
      dots.setMarkerColor(Palette.colour(line));
      dots.setLineStyle(new BasicStroke(0));
    }
  }

  private static AxesChart<?, ?> bars(Reproduced reproduced) {
    Grid grid = reproduced.grid();
    var chart = new CategoryChart(Plot.WIDTH, Plot.HEIGHT);
    Plot.style(chart.getStyler());
    chart.setXAxisTitle(reproduced.reproduction().x().title());
    chart.setYAxisTitle(reproduced.reproduction().y().title());
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    chart.getStyler().setXAxisLabelRotation(grid.points().size() > SIDE_BY_SIDE ? 35 : 0);
    boolean hasTheirs = !reproduced.reproduction().theirs().isEmpty();
    for (int i = 0; i < grid.lines().size(); i++) {
      var names = new ArrayList<String>();
      var heights = new ArrayList<Double>();
      for (int j = 0; j < grid.points().size(); j++) {
        Point point = grid.points().get(j);
        names.add(point.name());
        heights.add(orZero(grid.cell(i, j).mean()));
        if (hasTheirs) {
          names.add("(theirs)" + " ".repeat(j));
          heights.add(
              reproduced.reproduction().theirs().of(grid.lines().get(i), point).orElse(0.0));
        }
      }
      chart.addSeries(grid.lines().get(i), names, heights).setFillColor(Palette.colour(i));
    }
    return chart;
  }

  private static double orZero(double value) {
    return Double.isFinite(value) ? value : 0;
  }
}
