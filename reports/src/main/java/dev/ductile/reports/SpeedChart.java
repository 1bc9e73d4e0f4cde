package dev.ductile.reports;

import dev.ductile.api.Estimate;
import dev.ductile.api.Size;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A chart of speed over the number of workers: curves with their uncertainty, and marks. */
public final class SpeedChart {
  private static final int FAINT = 40;
  private static final int MARK = 12;

  private SpeedChart() {}

  /** One size on a curve. */
  public record Point(int workers, Estimate estimate) {}

  /** The speeds with this number of servers, in the order of workers. */
  public record Curve(int servers, List<Point> points) {
    public Curve {
      points = points.stream().sorted(Comparator.comparingInt(Point::workers)).toList();
    }

    String name() {
      return switch (servers) {
        case 0 -> "predicted";
        case 1 -> "1 server";
        default -> servers + " servers";
      };
    }

    private boolean isDoubtful() {
      return points.stream().anyMatch(point -> point.estimate().low() < point.estimate().high());
    }
  }

  /** A marked point of the chart. */
  public record Mark(String name, Size size, double stepsPerSecond) {}

  /**
   * Draws the curves and their marks into a PNG file.
   *
   * @param unit the unit of the speeds, such as {@code steps/s}
   */
  public static void save(List<Curve> curves, List<Mark> marks, String unit, Path file)
      throws IOException {
    var chart = new XYChart(Plot.WIDTH, Plot.HEIGHT);
    Plot.style(chart.getStyler());
    chart.setXAxisTitle("Workers");
    chart.setYAxisTitle(unit);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setMarkerSize(MARK);
    for (int i = 0; i < curves.size(); i++) {
      if (curves.get(i).isDoubtful()) {
        range(chart, curves.get(i), Palette.colour(i));
      }
      line(chart, curves.get(i), i);
    }
    marks.forEach(mark -> mark(chart, mark));
    Plot.save(chart, file);
  }

  /** The 90 % range of the speed, as an area around the line. */
  private static void range(XYChart chart, Curve curve, Color colour) {
    var workers = new ArrayList<Double>();
    var edge = new ArrayList<Double>();
    for (Point point : curve.points()) {
      workers.add((double) point.workers());
      edge.add(point.estimate().low());
    }
    for (Point point : curve.points().reversed()) {
      workers.add((double) point.workers());
      edge.add(point.estimate().high());
    }
    XYSeries area = chart.addSeries(curve.name() + " range", workers, edge);
    area.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    area.setFillColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), FAINT));
    area.setLineColor(new Color(0, 0, 0, 0));
    area.setMarker(SeriesMarkers.NONE);
    area.setShowInLegend(false);
  }

  private static void line(XYChart chart, Curve curve, int index) {
    XYSeries line =
        chart.addSeries(
            curve.name(),
            curve.points().stream().map(point -> (double) point.workers()).toList(),
            curve.points().stream().map(point -> point.estimate().stepsPerSecond()).toList());
    line.setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
    line.setLineColor(Palette.colour(index));
    line.setLineStyle(Plot.stroke(index));
    line.setMarker(SeriesMarkers.NONE);
  }

  private static void mark(XYChart chart, Mark mark) {
    XYSeries point =
        chart.addSeries(
            "%s: %s".formatted(mark.name(), mark.size()),
            List.of((double) mark.size().workers()),
            List.of(mark.stepsPerSecond()));
    Marker shape = mark.name().equals("best") ? SeriesMarkers.CIRCLE : SeriesMarkers.DIAMOND;
    point.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    point.setMarker(shape);
    point.setMarkerColor(Color.BLACK);
    point.setLineStyle(new BasicStroke(0));
  }
}
