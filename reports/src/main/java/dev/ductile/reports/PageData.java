package dev.ductile.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.history.Series;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Results;
import dev.ductile.text.PlainValue;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The data of the page's scripts, limited in size for browsers. */
final class PageData {
  private static final int MOST_POINTS = 400;
  private static final int MOST_STEPS = 150;
  private static final int MOST_ROWS = 300;
  private static final int MOST_BARS = 20_000;
  private static final int MOST_BARS_IN_ALL = 100_000;
  private static final int MOST_JOBS = 5_000;
  private static final int MOST_JOBS_IN_ALL = 60_000;

  /** Digits of a point in a chart, and of a time. */
  private static final int CURVE_DIGITS = 5;

  private static final int TIME_DIGITS = 9;

  private final Results results;
  private final List<Summary> summaries;
  private final int charts;

  private PageData(Results results, List<Summary> summaries) {
    this.results = results;
    this.summaries = summaries;
    this.charts = Math.max(1, results.policies().size() * summaries.size());
  }

  static ObjectNode of(Results results, List<Summary> summaries, Optional<Fidelity> fidelity) {
    return new PageData(results, summaries).tree(fidelity);
  }

  private ObjectNode tree(Optional<Fidelity> fidelity) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    Palette.COLOURS.forEach(root.putArray("palette")::add);
    results.policies().forEach(root.putArray("policies")::add);
    ArrayNode compared = root.putArray("compared");
    Summary.COMPARED.forEach(
        measure -> compared.addObject().put("key", measure.key()).put("title", measure.title()));
    ArrayNode loads = root.putArray("loads");
    summaries.forEach(summary -> addLoad(loads.addObject(), summary));
    fidelity.ifPresent(both -> {
      addGantt(root.putObject("live"), both.live());
      addGantt(root.putObject("simulated"), both.simulated());
    });
    return root;
  }

  private void addLoad(ObjectNode node, Summary summary) {
    node.set("load", PlainValue.node(summary.load()));
    node.put("seeds", summary.seeds());
    ArrayNode limits = node.putArray("limits");
    for (Summary.Limit limit : summary.limits()) {
      ObjectNode one = limits.addObject().put("name", limit.name());
      one.set(
          "averageCompletion", PlainValue.rounded(limit.averageCompletion().mean(), TIME_DIGITS));
    }
    ArrayNode policies = node.putArray("policies");
    for (Summary.Line line : summary.lines()) {
      addPolicy(policies.addObject(), summary, line);
    }
  }

  private void addPolicy(ObjectNode node, Summary summary, Summary.Line line) {
    node.set("mean", interval(line.interval(Measure.AVERAGE_COMPLETION)));
    ObjectNode against = node.putObject("against");
    for (Measure measure : Summary.COMPARED) {
      ArrayNode differences = against.putArray(measure.key());
      for (Summary.Line baseline : summary.lines()) {
        differences.add(interval(Summary.compare(line, baseline, measure).difference()));
      }
    }
    List<Run> runs =
        results.runs().stream()
            .filter(run -> run.policy().equals(line.policy()) && run.load() == summary.load())
            .toList();
    addDistribution(node.putObject("completion"), runs, Outcome::completion);
    addDistribution(node.putObject("fairness"), runs, Outcome::fairness);
    if (!runs.isEmpty()) {
      addFirst(node, runs.getFirst());
    }
  }

  /** Adds the data that are shown for the first seed only. */
  private void addFirst(ObjectNode node, Run run) {
    addSeries(node.putObject("used"), run.timeline().used(), 1 / run.capacity());
    addSeries(node.putObject("waiting"), run.timeline().waiting(), 1);
    addGantt(node.putObject("gantt"), run);
    addJobs(node.putObject("jobs"), run);
  }

  private static ArrayNode interval(Interval interval) {
    return JsonNodeFactory.instance
        .arrayNode()
        .add(PlainValue.rounded(interval.mean(), TIME_DIGITS))
        .add(PlainValue.rounded(interval.low(), TIME_DIGITS))
        .add(PlainValue.rounded(interval.high(), TIME_DIGITS));
  }

  private static void addDistribution(
      ObjectNode node, List<Run> runs, ToDoubleFunction<Outcome> figure) {
    addCurve(
        node,
        ChartPoints.distribution(
            runs.stream()
                .flatMap(run -> run.outcomes().stream())
                .filter(Outcome::isFinished)
                .mapToDouble(figure),
            MOST_POINTS));
  }

  private static void addSeries(ObjectNode node, List<Series.Point> series, double factor) {
    addCurve(node, ChartPoints.over(series, factor, MOST_STEPS));
  }

  private static void addCurve(ObjectNode node, ChartPoints curve) {
    ArrayNode xs = node.putArray("x");
    ArrayNode ys = node.putArray("y");
    for (ChartPoints.Point point : curve.points()) {
      xs.add(PlainValue.rounded(point.x(), CURVE_DIGITS));
      ys.add(PlainValue.rounded(point.y(), CURVE_DIGITS));
    }
  }

  private void addGantt(ObjectNode node, Run run) {
    GanttRows rows = GanttRows.of(run, MOST_ROWS, Math.min(MOST_BARS, MOST_BARS_IN_ALL / charts));
    rows.jobs().forEach(node.putArray("jobs")::add);
    node.put("allJobs", rows.allJobs()).put("cut", rows.cut()).put("mostTasks", rows.mostTasks());
    Map<String, Integer> places = new LinkedHashMap<>();
    ArrayNode bars = node.putArray("bars");
    for (GanttRows.Stretch stretch : rows.stretches()) {
      var bar = stretch.bar();
      int place = places.computeIfAbsent(bar.nodes(), nodes -> places.size());
      bars.add(stretch.row());
      bars.add(PlainValue.rounded(bar.from(), TIME_DIGITS));
      bars.add(PlainValue.rounded(bar.to(), TIME_DIGITS));
      bars.add(bar.workers()).add(bar.servers()).add(place);
    }
    places.keySet().forEach(node.putArray("places")::add);
  }

  private void addJobs(ObjectNode node, Run run) {
    List<Outcome> shown =
        run.outcomes().stream()
            .sorted(Comparator.comparingDouble(Outcome::submitted).thenComparing(Outcome::job))
            .limit(Math.min(MOST_JOBS, MOST_JOBS_IN_ALL / charts))
            .toList();
    node.put("all", run.outcomes().size());
    ArrayNode rows = node.putArray("rows");
    for (Outcome job : shown) {
      ArrayNode row = rows.addArray();
      row.add(job.job()).add(job.owner()).add(PlainValue.word(job.ending()));
      row.add(PlainValue.rounded(job.submitted(), TIME_DIGITS));
      row.add(PlainValue.rounded(job.waiting(), TIME_DIGITS));
      row.add(PlainValue.rounded(job.completion(), TIME_DIGITS));
      row.add(PlainValue.rounded(job.fairness(), CURVE_DIGITS));
      row.add(job.rescales()).add(job.preemptions()).add(job.moves());
      row.add(PlainValue.rounded(job.lost(), TIME_DIGITS));
    }
  }
}
