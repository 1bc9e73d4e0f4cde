package dev.ductile.reports;

import dev.ductile.api.Node;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.scenario.Scenario;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Results;
import dev.ductile.text.PlainValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of the page that need no script: facts, warnings and tables. */
final class Sections {
  private static final List<Measure> COLUMNS =
      List.of(
          Measure.AVERAGE_COMPLETION,
          Measure.MEDIAN_COMPLETION,
          Measure.P95_COMPLETION,
          Measure.P99_COMPLETION,
          Measure.AVERAGE_QUEUEING,
          Measure.MAKESPAN,
          Measure.UTILISATION,
          Measure.AVERAGE_FAIRNESS,
          Measure.MAX_FAIRNESS,
          Measure.RESCALES,
          Measure.PREEMPTIONS,
          Measure.SECONDS_LOST);

  private static final String STAR =
      "<span class=\"star\" aria-hidden=\"true\">★</span><span class=\"unseen\">best: </span>";
  private static final Html.Cell EMPTY = Html.Cell.of("", Double.NaN);

  private Sections() {}

  static String facts(Results results, ReportContext about) {
    Scenario scenario = results.scenario();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Cluster", cluster(scenario));
    facts.put("Source", about.workload());
    facts.put("Policies", joined(scenario.policies()));
    facts.put("Placement", scenario.placement().toString());
    facts.put("Seeds", NumberRanges.text(results.seeds()));
    if (scenario.loads().size() > 1) {
      facts.put("Loads", joined(scenario.loads().stream().map(PlainValue::text).toList()));
    }
    facts.put("Made by", "Ductile " + about.version());
    return facts.entrySet().stream()
        .map(fact ->
            "<div><dt>%s</dt><dd>%s</dd></div>"
                .formatted(Html.text(fact.getKey()), Html.text(fact.getValue())))
        .collect(Collectors.joining("\n"));
  }

  /** The content of the report in a sentence or two. */
  static String lead(Results results, Optional<Fidelity> fidelity) {
    if (fidelity.isPresent()) {
      Fidelity both = fidelity.get();
      return "%s trained with real processes under %s, and %s then simulated: %s. The first section compares both; all others show the simulation."
          .formatted(
              Reason.count(both.lines().size(), "job"),
              both.live().policy(),
              both.lines().size() == 1 ? "was" : "were",
              both.verdict());
    }
    long jobs = results.runs().stream().mapToLong(run -> run.outcomes().size()).max().orElse(0);
    return "%s simulated on %s under %s%s."
        .formatted(
            String.format(Locale.ROOT, jobs == 1 ? "%,d job" : "%,d jobs", jobs),
            Reason.count(results.scenario().nodes().count(), "node"),
            results.policies().size() == 1
                ? results.policies().getFirst()
                : results.policies().size() + " policies",
            results.seeds().size() > 1 ? ", with %d seeds".formatted(results.seeds().size()) : "");
  }

  private static String cluster(Scenario scenario) {
    Map<Resources, Integer> kinds = new LinkedHashMap<>();
    for (Node node : scenario.nodes().list()) {
      kinds.merge(node.capacity(), 1, Integer::sum);
    }
    String nodes =
        kinds.entrySet().stream()
            .map(kind -> "%d × %s".formatted(kind.getValue(), kind.getKey()))
            .collect(Collectors.joining("; "));
    return scenario.nodes().count() == 1 ? nodes : nodes + " = " + scenario.nodes().total();
  }

  private static String joined(List<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  static String concerns(Results results) {
    List<String> concerns = ResultWarnings.of(results);
    if (concerns.isEmpty()) {
      return "";
    }
    String items =
        concerns.stream()
            .map(concern -> "<li>" + Html.text(concern) + "</li>")
            .collect(Collectors.joining("\n"));
    return """
    <section class="concerns" aria-labelledby="concerns-title">
    <h2 id="concerns-title">Before you believe the figures</h2>
    <ul>%s</ul>
    </section>
    """
        .formatted(items);
  }

  /** For each load a table of each policy's figures; the page shows one load at a time. */
  static String figures(List<Summary> summaries) {
    return forEachLoad(summaries, Sections::figures);
  }

  /** For each load a table of the differences from the first policy. */
  static String differences(List<Summary> summaries) {
    return summaries.stream().allMatch(summary -> summary.lines().size() < 2)
        ? ""
        : forEachLoad(summaries, Sections::differences);
  }

  private static String forEachLoad(
      List<Summary> summaries, BiFunction<Summary, String, String> table) {
    var html = new StringBuilder();
    for (int i = 0; i < summaries.size(); i++) {
      Summary summary = summaries.get(i);
      String load = summaries.size() > 1 ? " at load " + PlainValue.text(summary.load()) : "";
      html.append("<div class=\"load\" data-load=\"%d\">\n".formatted(i));
      html.append(table.apply(summary, load)).append("</div>\n");
    }
    return html.toString();
  }

  private static String figures(Summary summary, String load) {
    Map<Measure, List<Summary.Line>> best = new EnumMap<>(Measure.class);
    COLUMNS.forEach(measure -> best.put(measure, summary.best(measure)));
    var rows = new ArrayList<Html.Row>();
    for (Summary.Line line : summary.lines()) {
      rows.add(
          row(
              line.policy() + mark(summary, line),
              "",
              measure -> cell(line, measure, best.getOrDefault(measure, List.of()))));
    }
    for (Summary.Limit limit : summary.limits()) {
      rows.add(
          row(
              "bound: " + limit.name(),
              "bound",
              measure -> limit.of(measure).map(value -> plain(measure, value)).orElse(EMPTY)));
    }
    String seeds =
        summary.seeds() > 1
            ? ": means of %d seeds ± half a 95%% interval".formatted(summary.seeds())
            : "";
    return Html.table("Figures of each policy" + load + seeds, headings(COLUMNS), rows);
  }

  /** The meaning of the marks and rows that the table of figures has. */
  static String legend(List<Summary> summaries) {
    String best =
        summaries.stream().anyMatch(summary -> summary.lines().size() > 1)
            ? "★ best mean of a column, where every run went to its end. "
            : "";
    String bounds =
        summaries.stream().anyMatch(summary -> !summary.limits().isEmpty())
            ? "A bound is what no policy can beat: <em>infinite</em> gives every job its fastest size at once; <em>clairvoyant</em> divides one machine of the cluster's size at will, shortest remaining work first. Where jobs never have to wait, even on that machine, the two are equal. "
            : "";
    return best
        + bounds
        + "Completion is from submission to end, of jobs that finished. Rho is finish-time fairness: how many times longer a job took than on an equal share of the cluster of its own.";
  }

  private static String mark(Summary summary, Summary.Line line) {
    if (!line.complete()) {
      return " (not all jobs)";
    }
    return summary.isBelowBound(line) ? " (below a bound)" : "";
  }

  private static Html.Row row(String name, String kind, Function<Measure, Html.Cell> cell) {
    return new Html.Row(name, kind, COLUMNS.stream().map(cell).toList());
  }

  private static List<String> headings(List<Measure> measures) {
    return Stream.concat(Stream.of("Policy"), measures.stream().map(Measure::title)).toList();
  }

  private static Html.Cell cell(Summary.Line line, Measure measure, List<Summary.Line> best) {
    Html.Cell plain = plain(measure, line.interval(measure));
    return best.contains(line) ? new Html.Cell(STAR + plain.html(), plain.order(), "best") : plain;
  }

  private static Html.Cell plain(Measure measure, Interval interval) {
    String mean = Html.text(measure.unit().text(interval.mean()));
    double half = (interval.high() - interval.low()) / 2;
    String spread =
        Double.isNaN(half) || interval.isConstant()
            ? ""
            : "<small>± " + measure.unit().text(half) + "</small>";
    return Html.Cell.of(mean + spread, interval.mean());
  }

  private static String differences(Summary summary, String load) {
    Summary.Line first = summary.lines().getFirst();
    var rows = new ArrayList<Html.Row>();
    for (Summary.Line line : summary.lines()) {
      if (!line.policy().equals(first.policy())) {
        rows.add(
            new Html.Row(
                line.policy(),
                "",
                Summary.COMPARED.stream()
                    .map(measure -> cell(Summary.compare(line, first, measure)))
                    .toList()));
      }
    }
    String caption =
        "Differences from "
            + first.policy()
            + load
            + (summary.seeds() > 1 ? ", paired seed by seed" : "");
    return Html.table(caption, headings(Summary.COMPARED), rows);
  }

  private static Html.Cell cell(Summary.Comparison comparison) {
    Html.Cell plain = plain(comparison.measure(), comparison.difference());
    return switch (comparison.verdict()) {
      case UNKNOWN, SAME_RUNS -> plain;
      case NO_DIFFERENCE ->
          new Html.Cell(plain.html() + "<em>no significant difference</em>", plain.order(), "same");
      case BELOW -> new Html.Cell(plain.html(), plain.order(), "below");
      case ABOVE -> new Html.Cell(plain.html(), plain.order(), "above");
    };
  }

  private static String sentence(String clause) {
    return clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1);
  }

  static String fidelity(Fidelity fidelity) {
    var rows = new ArrayList<Html.Row>();
    for (Fidelity.Line line : fidelity.lines()) {
      rows.add(
          new Html.Row(
              line.job(),
              "",
              List.of(
                  Html.Cell.of(Unit.SECONDS.text(line.live()), line.live()),
                  Html.Cell.of(Unit.SECONDS.text(line.simulated()), line.simulated()),
                  Html.Cell.of(Unit.SHARE.text(line.error()), line.error()),
                  Html.Cell.of(Integer.toString(line.liveChanges()), line.liveChanges()),
                  Html.Cell.of(
                      Integer.toString(line.simulatedChanges()), line.simulatedChanges()))));
    }
    String table =
        Html.table(
            "Completion of each job, live and simulated under " + fidelity.live().policy(),
            List.of("Job", "Live", "Simulated", "Error", "Changes live", "Changes simulated"),
            rows);
    return """
    <section id="fidelity" aria-labelledby="fidelity-title">
    <h2 id="fidelity-title">How true the simulation was</h2>
    <p>%s.</p>
    <div class="pair">
    <div><h3>Live</h3><div class="gantt" id="gantt-live"></div></div>
    <div><h3>Simulated</h3><div class="gantt" id="gantt-simulated"></div></div>
    </div>
    %s</section>
    """
        .formatted(Html.text(sentence(fidelity.verdict())), table);
  }
}
