package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.history.Series;
import dev.ductile.reports.vector.DrawnPath;
import dev.ductile.simulator.Results;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.AxesChart;

/** The printed charts: labels that people read, all of them inside the picture. */
final class ChartsTest {
  private static final Comparator<String> BY_NUMBER =
      Comparator.comparingDouble(ChartsTest::percentage);

  @Test
  void sharesAreRoundPercentages() {
    Run run = Examples.twoByTwo().runs().getFirst();
    XYChart chart = Charts.completion(List.of(run.policy()), List.of(many(run)));

    assertThat(verticalLabels(chart)).containsExactly("0%", "20%", "40%", "60%", "80%", "100%");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 3, 9, 11, 40, 900, 5_000, 1e6})
  void completionTimesHaveLabelsHoweverFarTheySpread(double longest) {
    Run run = Examples.twoByTwo().runs().getFirst();
    XYChart chart = Charts.completion(List.of(run.policy()), List.of(spread(run, longest)));

    assertThat(horizontalLabels(chart)).hasSizeBetween(2, 12);
  }

  /** Samples at equal distances are no reason for a label at each of them. */
  @Test
  void waitingJobsHaveRoundTimesAndWholeNumbers() {
    Run run = Examples.twoByTwo().runs().getFirst();
    XYChart chart = Charts.queue(List.of(run.policy()), List.of(oneWaits(run)));

    assertThat(horizontalLabels(chart)).contains("0", "20", "40").doesNotContain("9", "27");
    assertThat(wholeLabels(chart)).containsExactly("0", "1");
  }

  /** One job waits for 90 of 171 seconds. */
  private static Run oneWaits(Run run) {
    List<Series.Point> waiting =
        IntStream.rangeClosed(0, 19)
            .mapToObj(i -> new Series.Point(i * 9, i < 10 ? 1 : 0))
            .toList();
    return new Run(
        run.policy(),
        run.seed(),
        run.load(),
        run.outcomes(),
        run.totals(),
        run.capacity(),
        new Run.Timeline(List.of(), waiting, List.of(), List.of(), false));
  }

  @Test
  void policiesOfOneCurveShareALineAndItsNameInTheLegend() {
    List<Run> runs = Examples.twoByTwo().runs();
    String first = runs.getFirst().policy();
    List<Run> equal = List.of(runs.getFirst(), runs.getFirst());
    XYChart chart = Charts.completion(List.of(first, first), equal);

    assertThat(chart.getSeriesCollection())
        .filteredOn(XYSeries::isShowInLegend)
        .extracting(XYSeries::getName)
        .containsExactly(first + " = " + first);
  }

  @Test
  void everyPolicyIsNamedBelowItsBar() {
    Summary summary = Summary.of(Examples.twoByTwo()).getFirst();
    Summary.Line line = summary.lines().getFirst();
    List<Summary.Line> thirty =
        IntStream.range(0, 30)
            .mapToObj(i -> new Summary.Line("policy-" + i, line.sample(), line.complete()))
            .toList();
    CategoryChart one = Charts.meanCompletion(new Summary(1, thirty.subList(0, 1), List.of()));
    CategoryChart all = Charts.meanCompletion(new Summary(1, thirty, List.of()));

    assertThat(letters(all) - letters(one)).isGreaterThanOrEqualTo(29);
  }

  /** The texts of a chart; each is one path. */
  private static long letters(AxesChart<?, ?> chart) {
    return Plot.paths(chart).stream().filter(path -> path.stroke().isEmpty()).count();
  }

  @Test
  void policiesOfEqualMeansUnderAllLoadsShareALine() {
    Summary summary = Summary.of(Examples.twoByTwo()).getFirst();
    Summary.Line line = summary.lines().getFirst();
    var both = new Summary(summary.load(), List.of(line, line), summary.limits());
    XYChart chart = Charts.loads(List.of(both, both));

    assertThat(chart.getSeriesCollection())
        .extracting(XYSeries::getName)
        .containsExactly(line.policy() + " = " + line.policy());
  }

  @ParameterizedTest
  @MethodSource("results")
  void everyLetterAndLineIsInsideThePicture(Results results) {
    List<Run> runs = results.runs();
    for (Summary summary : Summary.of(results)) {
      List<AxesChart<?, ?>> charts =
          List.of(
              Charts.meanCompletion(summary),
              Charts.completion(results.policies(), runs),
              Charts.utilisation(results.policies(), runs),
              Charts.queue(results.policies(), runs));
      charts.forEach(ChartsTest::requireInside);
    }
    requireInside(Charts.loads(Summary.of(results)));
    if (!runs.isEmpty()) {
      requireInside(GanttChart.of(runs.getFirst()));
    }
  }

  static Stream<Results> results() {
    return Stream.of(Examples.twoByTwo(), Examples.troubled(), Examples.empty());
  }

  private static void requireInside(AxesChart<?, ?> chart) {
    var picture = new Rectangle2D.Double(-1, -1, Plot.WIDTH + 2, Plot.HEIGHT + 2);
    assertThat(Plot.paths(chart))
        .hasSizeGreaterThan(5)
        .extracting(DrawnPath::bounds)
        .allMatch(bounds -> bounds.isEmpty() || picture.contains(bounds));
    assertThat(Plot.paths(chart))
        .as("only the page is white, so that no axis is covered")
        .filteredOn(path -> path.stroke().isEmpty() && path.colour().equals(Color.WHITE))
        .filteredOn(path -> path.bounds().getWidth() > Plot.WIDTH / 2.0)
        .hasSize(1);
  }

  /** A run of so many jobs that shares are equally spaced: once, each had a tick of its own. */
  private static Run many(Run run) {
    List<Outcome> outcomes =
        IntStream.range(0, 467)
            .mapToObj(i -> run.outcomes().get(i % run.outcomes().size()))
            .toList();
    return with(run, outcomes);
  }

  /** Jobs that complete in a minute and in {@code ratio} minutes. */
  private static Run spread(Run run, double ratio) {
    List<Outcome> outcomes =
        DoubleStream.of(1, ratio).mapToObj(minutes -> finished(run, minutes * 60)).toList();
    return with(run, outcomes);
  }

  private static Outcome finished(Run run, double seconds) {
    Outcome outcome = run.outcomes().getFirst();
    return new Outcome(
        outcome.job(),
        outcome.owner(),
        Outcome.Ending.FINISHED,
        0,
        0,
        seconds,
        0,
        outcome.service(),
        outcome.fairness(),
        0,
        0,
        0,
        0,
        0);
  }

  private static Run with(Run run, List<Outcome> outcomes) {
    return new Run(
        run.policy(),
        run.seed(),
        run.load(),
        outcomes,
        run.totals(),
        run.capacity(),
        run.timeline());
  }

  /** XChart also makes labels beyond the axis, and draws none of them. */
  private static boolean isShare(String label) {
    double value = percentage(label);
    return value >= 0 && value <= 100;
  }

  private static double percentage(String label) {
    assertThat(label).endsWith("%");
    return Double.parseDouble(label.replace("%", ""));
  }

  private static List<String> horizontalLabels(XYChart chart) {
    Function<Double, String> format = chart.getStyler().getXAxisTickLabelsFormattingFunction();
    var labels = new ArrayList<String>();
    chart
        .getStyler()
        .setXAxisTickLabelsFormattingFunction(value -> {
          labels.add(format.apply(value));
          return labels.getLast();
        });
    Plot.paths(chart);
    return labels.stream().distinct().filter(label -> !label.isBlank()).toList();
  }

  private static List<String> wholeLabels(XYChart chart) {
    Function<Double, String> format = chart.getStyler().getYAxisTickLabelsFormattingFunction();
    return Stream.of(0.0, 0.1, 0.5, 1.0).map(format).filter(label -> !label.isBlank()).toList();
  }

  private static List<String> verticalLabels(XYChart chart) {
    Function<Double, String> format = chart.getStyler().getYAxisTickLabelsFormattingFunction();
    var labels = new ArrayList<String>();
    chart
        .getStyler()
        .setYAxisTickLabelsFormattingFunction(value -> {
          labels.add(format.apply(value));
          return labels.getLast();
        });
    Plot.paths(chart);
    return labels.stream().distinct().filter(ChartsTest::isShare).sorted(BY_NUMBER).toList();
  }
}
