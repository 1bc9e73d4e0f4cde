package dev.ductile.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.history.Figures;
import dev.ductile.history.Run;
import dev.ductile.simulator.Bound;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Results;
import dev.ductile.text.PlainValue;
import java.util.List;

/**
 * Results as a tree of keys and values, for {@code results.json} and for the command line's JSON
 * and YAML. All times are in seconds; NaN is null.
 */
final class ResultsDocument {
  private ResultsDocument() {}

  static ObjectNode of(Results results) {
    List<Summary> summaries = Summary.of(results);
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("scenario", results.scenario().name());
    ResultWarnings.of(results).forEach(root.putArray("warnings")::add);
    ArrayNode runs = root.putArray("runs");
    results.runs().forEach(run -> addRun(runs.addObject(), run));
    ArrayNode summary = root.putArray("summary");
    ArrayNode comparisons = root.putArray("comparisons");
    for (Summary one : summaries) {
      one.lines().forEach(line -> addLine(summary.addObject(), one.load(), line));
      addComparisons(comparisons, one);
    }
    ArrayNode bounds = root.putArray("bounds");
    results.bounds().forEach(bound -> addBound(bounds.addObject(), bound));
    return root;
  }

  private static void addRun(ObjectNode node, Run run) {
    node.put("policy", run.policy()).put("seed", run.seed());
    node.set("load", PlainValue.node(run.load()));
    Figures figures = run.figures();
    for (Measure measure : Measure.values()) {
      node.set(measure.key(), PlainValue.node(measure.of(figures)));
    }
    node.put("decisions", run.totals().decisions());
    node.put("rejectedPlans", run.totals().rejections());
    node.put("end", PlainValue.word(run.totals().end()));
  }

  private static void addLine(ObjectNode node, double load, Summary.Line line) {
    node.put("policy", line.policy());
    node.set("load", PlainValue.node(load));
    node.put("seeds", line.seeds());
    for (Measure measure : Measure.values()) {
      addInterval(node.putObject(measure.key()), line.interval(measure));
    }
  }

  /** Each policy against the first. */
  private static void addComparisons(ArrayNode all, Summary summary) {
    for (Measure measure : Summary.COMPARED) {
      for (var comparison : summary.comparisons(summary.lines().getFirst(), measure)) {
        ObjectNode node = all.addObject();
        node.put("policy", comparison.line().policy());
        node.put("baseline", comparison.baseline().policy());
        node.set("load", PlainValue.node(summary.load()));
        node.put("figure", measure.key());
        addInterval(node, comparison.difference());
        node.put("significant", comparison.isSignificant());
      }
    }
  }

  private static void addBound(ObjectNode node, Bound bound) {
    node.put("name", bound.name()).put("seed", bound.seed());
    node.set("load", PlainValue.node(bound.load()));
    node.set("averageCompletion", PlainValue.node(bound.averageCompletion()));
    node.set("makespan", PlainValue.node(bound.makespan()));
  }

  private static void addInterval(ObjectNode node, Interval interval) {
    node.set("mean", PlainValue.node(interval.mean()));
    node.set("low", PlainValue.node(interval.low()));
    node.set("high", PlainValue.node(interval.high()));
  }
}
