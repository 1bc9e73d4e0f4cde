package dev.ductile.bench.testbed;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The chart of a case like the paper's Fig. 7: measured points, predicted lines. */
final class Chart {
  private static final int WIDTH = 780;
  private static final int HEIGHT = 480;
  private static final List<Color> COLOURS =
      List.of(Color.decode("#E69F00"), Color.decode("#009E73"), Color.decode("#0072B2"));

  private Chart() {}

  static void save(Comparison outcome, Path file) throws IOException {
    var chart = new XYChart(WIDTH, HEIGHT);
    chart.setTitle(outcome.words());
    chart.setXAxisTitle("Workers");
    chart.setYAxisTitle("Steps per second");
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(LegendPosition.InsideSE);
    chart.getStyler().setYAxisMin(0.0);
    List<Integer> workers = outcome.measured().stream().map(Measured::workers).toList();
    List<Prediction> predictions = outcome.predictions();
    for (int i = 0; i < predictions.size(); i++) {
      XYSeries line =
          chart.addSeries(
              predictions.get(i).name(),
              workers,
              workers.stream().map(predictions.get(i)::stepsPerSecond).toList());
      line.setMarker(SeriesMarkers.NONE);
      line.setLineColor(COLOURS.get(i));
    }
    XYSeries points =
        chart.addSeries(
            "measured",
            workers,
            outcome.measured().stream().map(Measured::stepsPerSecond).toList());
    points.setMarker(SeriesMarkers.CIRCLE);
    points.setMarkerColor(Color.BLACK);
    points.setLineColor(Color.BLACK);
    try (OutputStream picture = Files.newOutputStream(file)) {
      BitmapEncoder.saveBitmap(chart, picture, BitmapFormat.PNG);
    }
  }
}
