package dev.ductile.reports;

import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.history.Series;
import dev.ductile.simulator.Interval;
import java.awt.BasicStroke;
import java.awt.Color;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The charts of an experiment, for print. */
final class Charts {
  private static final int MOST_POINTS = 1000;
  private static final int MOST_STEPS = 200;
  private static final int NAMES_SIDE_BY_SIDE = 6;

  /** XChart leaves out names that are closer; with 30 policies, they are 23 apart. */
  private static final int LEAST_NAME_SPACING = 10;

  private static final int PERCENT_SPACING = 60;

  /** The ratio from which a logarithmic axis has powers of ten enough for its labels. */
  private static final double LONG_RANGE = 1000;

  /** A percentage that is no multiple of the spacing of others. */
  private static final double UNEVEN = 100 / Math.PI;

  /** The label of an empty chart; a chart without series cannot be drawn. */
  private static final String NOTHING = "no data";

  private static final Interval NO_BAR = new Interval(0, 0, 0, 1);

  private Charts() {}

  /** Mean completion of each policy with its interval, and the bounds as lines across. */
  static CategoryChart meanCompletion(Summary summary) {
    List<String> names = padded(summary.lines().stream().map(Summary.Line::policy), "", " ");
    List<Interval> means =
        padded(
            summary.lines().stream().map(line -> line.interval(Measure.AVERAGE_COMPLETION)),
            NO_BAR,
            NO_BAR);
    TimeScale scale = TimeScale.of(means.stream().mapToDouble(Interval::mean).max().orElse(0));
    var chart = new CategoryChart(Plot.WIDTH, Plot.HEIGHT);
    Plot.style(chart.getStyler());
    chart.setYAxisTitle(scale.title("Mean completion time"));
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setOverlapped(true);
    chart.getStyler().setAvailableSpaceFill(0.5);
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setXAxisTickMarkSpacingHint(LEAST_NAME_SPACING);
    chart.getStyler().setXAxisLabelRotation(names.size() > NAMES_SIDE_BY_SIDE ? 35 : 0);
    addMeans(chart, names, means, scale, summary.seeds());
    summary.limits().stream()
        .collect(
            Collectors.groupingBy(
                limit -> limit.averageCompletion().mean(), LinkedHashMap::new, Collectors.toList()))
        .values()
        .forEach(limits -> addLimit(chart, names, limits, scale));
    return chart;
  }

  /**
   * A line across runs from the middle of the first place to that of the last, where no bars are.
   */
  private static <T> List<T> padded(Stream<T> values, T first, T last) {
    return Stream.of(Stream.of(first), values, Stream.of(last))
        .flatMap(Function.identity())
        .toList();
  }

  private static void addMeans(
      CategoryChart chart, List<String> names, List<Interval> means, TimeScale scale, int seeds) {
    String title =
        seeds > 1 ? "mean of %d seeds, 95%% interval".formatted(seeds) : "mean of all jobs";
    List<Double> heights = heights(means, scale.factor());
    var series =
        seeds > 1
            ? chart.addSeries(title, names, heights, whiskers(means, scale.factor()))
            : chart.addSeries(title, names, heights);
    series.setFillColor(Palette.colour(0));
  }

  /** Equal bounds share a line. */
  private static void addLimit(
      CategoryChart chart, List<String> names, List<Summary.Limit> limits, TimeScale scale) {
    double value = orZero(limits.getFirst().averageCompletion().mean() * scale.factor());
    String bounds = limits.stream().map(Summary.Limit::name).collect(Collectors.joining(" = "));
    int index = chart.getSeriesCollection().size();
    var series =
        chart.addSeries(bounds + " bound", names, Collections.nCopies(names.size(), value));
    series.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Line);
    series.setLineColor(index == 1 ? Color.BLACK : Color.GRAY);
    series.setLineStyle(
        new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 4}, 0));
    series.setMarker(SeriesMarkers.NONE);
  }

  /** The distribution of completion times, over all seeds. */
  static XYChart completion(List<String> policies, List<Run> runs) {
    List<ChartPoints> curves =
        curves(
            policies,
            runs,
            theirs ->
                ChartPoints.distribution(
                    theirs.stream()
                        .flatMap(run -> run.outcomes().stream())
                        .filter(Outcome::isFinished)
                        .mapToDouble(Outcome::completion)
                        .filter(seconds -> seconds > 0),
                    MOST_POINTS));
    TimeScale scale =
        TimeScale.ofTypical(
            curves.stream()
                .filter(curve -> !curve.isEmpty())
                .mapToDouble(ChartPoints::middleX)
                .min()
                .orElse(0));
    XYChart chart =
        chart(scale.title("Completion time"), "Share of jobs", XYSeriesRenderStyle.Line);
    spread(chart, curves);
    chart.getStyler().setYAxisMax(100.0);
    percentages(chart);
    add(chart, policies, curves.stream().map(ChartPoints::stairs).toList(), scale.factor());
    addUneven(chart, chart.getSeriesCollection().iterator().next().getXData()[0], UNEVEN);
    return chart;
  }

  /**
   * Chooses the axis of times that spread over decades. XChart labels powers of ten alone, of which
   * a short range has few or none.
   */
  private static void spread(XYChart chart, List<ChartPoints> curves) {
    double low =
        curves.stream()
            .filter(curve -> !curve.isEmpty())
            .mapToDouble(ChartPoints::firstX)
            .min()
            .orElse(1);
    double high = curves.stream().mapToDouble(ChartPoints::lastX).max().orElse(1);
    boolean isShort = high < LONG_RANGE * low;
    chart.getStyler().setXAxisLogarithmic(high >= 10 * low);
    chart.getStyler().setXAxisLogarithmicDecadeOnly(!isShort);
    if (high >= 10 * low) {
      chart.getStyler().setXAxisTickLabelsFormattingFunction(AxisLabel::oneTwoFive);
    }
  }

  /** Devices in use over the run. */
  static XYChart utilisation(List<String> policies, List<Run> runs) {
    List<ChartPoints> curves =
        curves(
            policies,
            runs,
            theirs -> over(theirs, run -> run.timeline().used(), run -> 100 / run.capacity()));
    XYChart chart = overTime(policies, curves, "Devices in use");
    chart.getStyler().setYAxisMax(100.0);
    percentages(chart);
    return chart;
  }

  /** Labels a vertical axis of percentages from zero on. */
  private static void percentages(XYChart chart) {
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisTickMarkSpacingHint(PERCENT_SPACING);
    chart.getStyler().setYAxisTickLabelsFormattingFunction(AxisLabel::percent);
  }

  /** Waiting jobs over the run. */
  static XYChart queue(List<String> policies, List<Run> runs) {
    List<ChartPoints> curves =
        curves(policies, runs, theirs -> over(theirs, run -> run.timeline().waiting(), run -> 1.0));
    XYChart chart = overTime(policies, curves, "Jobs waiting");
    chart.getStyler().setYAxisTickLabelsFormattingFunction(AxisLabel::whole);
    return chart;
  }

  private static ChartPoints over(
      List<Run> runs, Function<Run, List<Series.Point>> series, Function<Run, Double> factor) {
    return runs.stream()
        .findFirst()
        .map(run -> ChartPoints.over(series.apply(run), factor.apply(run), MOST_STEPS))
        .orElse(new ChartPoints(List.of()));
  }

  private static XYChart overTime(
      List<String> policies, List<ChartPoints> curves, String quantity) {
    TimeScale scale = scale(curves);
    String time = scale.title("Time since the first submission");
    XYChart chart = chart(time, quantity, XYSeriesRenderStyle.Step);
    chart.getStyler().setYAxisMin(0.0);
    if (curves.stream().flatMap(curve -> curve.points().stream()).allMatch(at -> at.y() == 0)) {
      chart.getStyler().setYAxisMax(1.0);
    }
    add(chart, policies, curves, scale.factor());
    double end = curves.stream().mapToDouble(ChartPoints::lastX).max().orElse(0) * scale.factor();
    addUneven(chart, end / Math.PI, 0);
    return chart;
  }

  /** Mean completion of each policy against the load. */
  static XYChart loads(List<Summary> summaries) {
    List<Summary.Line> policies = summaries.getFirst().lines();
    TimeScale scale =
        TimeScale.of(
            summaries.stream()
                .flatMap(summary -> summary.lines().stream())
                .mapToDouble(line -> line.interval(Measure.AVERAGE_COMPLETION).mean())
                .max()
                .orElse(0));
    XYChart chart = chart("Load", scale.title("Mean completion time"), XYSeriesRenderStyle.Line);
    chart.getStyler().setYAxisMin(0.0);
    List<String> names = policies.stream().map(Summary.Line::policy).toList();
    List<Double> loads = summaries.stream().map(Summary::load).toList();
    List<List<Interval>> curves =
        IntStream.range(0, policies.size()).mapToObj(policy -> byLoad(summaries, policy)).toList();
    sharedNames(names, curves)
        .forEach((index, name) -> {
          List<Double> heights = heights(curves.get(index), scale.factor());
          List<Double> whiskers = whiskers(curves.get(index), scale.factor());
          look(chart.addSeries(name, loads, heights, whiskers), index);
        });
    return chart;
  }

  private static List<Interval> byLoad(List<Summary> summaries, int policy) {
    return summaries.stream()
        .map(summary -> summary.lines().get(policy).interval(Measure.AVERAGE_COMPLETION))
        .toList();
  }

  private static List<Double> heights(List<Interval> means, double factor) {
    return means.stream().map(mean -> orZero(mean.mean() * factor)).toList();
  }

  private static List<Double> whiskers(List<Interval> means, double factor) {
    return means.stream().map(mean -> orZero((mean.high() - mean.low()) / 2 * factor)).toList();
  }

  private static List<ChartPoints> curves(
      List<String> policies, List<Run> runs, Function<List<Run>, ChartPoints> curve) {
    return policies.stream()
        .map(policy -> runs.stream().filter(run -> run.policy().equals(policy)).toList())
        .map(curve)
        .toList();
  }

  private static TimeScale scale(List<ChartPoints> curves) {
    return TimeScale.of(curves.stream().mapToDouble(ChartPoints::lastX).max().orElse(0));
  }

  private static XYChart chart(String x, String y, XYSeriesRenderStyle render) {
    var chart = new XYChart(Plot.WIDTH, Plot.HEIGHT);
    Plot.style(chart.getStyler());
    chart.getStyler().setXAxisTickLabelsFormattingFunction(AxisLabel::number);
    chart.setXAxisTitle(x);
    chart.setYAxisTitle(y);
    chart.getStyler().setDefaultSeriesRenderStyle(render);
    chart.getStyler().setErrorBarsColorSeriesColor(true);
    return chart;
  }

  private static void add(
      XYChart chart, List<String> names, List<ChartPoints> curves, double factor) {
    sharedNames(names, curves)
        .forEach((index, name) -> {
          ChartPoints curve = curves.get(index);
          if (!curve.isEmpty()) {
            look(chart.addSeries(name, curve.xs(factor), curve.ys()), index);
          }
        });
    if (chart.getSeriesCollection().isEmpty()) {
      addNothing(chart);
    }
  }

  /**
   * The names of the lines, by the index of the first policy of each: policies of one curve share a
   * line and its name in the legend, {@code fifo = srtf}.
   */
  private static Map<Integer, String> sharedNames(List<String> names, List<?> curves) {
    var shared = new TreeMap<Integer, String>();
    for (int i = 0; i < curves.size(); i++) {
      shared.merge(
          curves.indexOf(curves.get(i)), names.get(i), (first, other) -> first + " = " + other);
    }
    return shared;
  }

  /**
   * Adds an invisible point. If all values of an axis are equally spaced, as shares and the times
   * of samples are, XChart would put a tick at each of them.
   */
  private static void addUneven(XYChart chart, double x, double y) {
    XYSeries series = chart.addSeries("uneven", List.of(x), List.of(y));
    series.setLineColor(new Color(0, 0, 0, 0));
    series.setMarker(SeriesMarkers.NONE);
    series.setShowInLegend(false);
  }

  static void addNothing(XYChart chart) {
    XYSeries series = chart.addSeries(NOTHING, List.of(1.0, 2.0), List.of(0.0, 0.0));
    series.setLineColor(new Color(0, 0, 0, 0));
    series.setMarker(SeriesMarkers.NONE);
  }

  private static void look(XYSeries series, int index) {
    series.setLineColor(Palette.colour(index));
    series.setLineStyle(Plot.stroke(index));
    series.setMarker(SeriesMarkers.NONE);
  }

  private static double orZero(double value) {
    return DoubleStream.of(value).filter(Double::isFinite).findFirst().orElse(0);
  }
}
