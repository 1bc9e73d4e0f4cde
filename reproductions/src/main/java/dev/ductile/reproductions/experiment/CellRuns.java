package dev.ductile.reproductions.experiment;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Seed;
import dev.ductile.api.Violation;
import dev.ductile.history.Run;
import dev.ductile.reproductions.template.Paths;
import dev.ductile.reproductions.template.Template;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Question;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.QuestionFile;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scheduler.Observer;
import dev.ductile.simulator.Simulation;
import dev.ductile.text.Document;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The trials of an experiment: its template filled in for a line, a point and a seed, and turned
 * into a simulation, a decision or a prediction.
 */
final class CellRuns {
  private static final String POLICIES = "policies";
  private static final String LOADS = "loads";

  /** Keys of scenarios that an experiment has its own keys for; it ignores those of a file. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(POLICIES, "lines of the experiment", "seeds", "seeds of the experiment");

  private final FigureExperiment experiment;
  private final Written template;
  private final Path file;
  private final AxisUnit unit;
  private final Catalog catalog;

  /**
   * @param file the experiment's file; paths in it are relative to its folder
   * @param unit the unit of the points
   */
  CellRuns(FigureExperiment experiment, Path file, AxisUnit unit, Catalog catalog) {
    this.experiment = experiment;
    this.template = opened(experiment.template(), file);
    if (experiment.simulate().isPresent() && !isPath(experiment.template())) {
      ELSEWHERE.forEach((key, where) ->
          template
              .get(key)
              .ifPresent(given -> {
                throw given.wrong("is not looked at here; it belongs to the " + where);
              }));
    }
    this.file = file;
    this.unit = unit;
    this.catalog = catalog;
  }

  /** A policy's answer to a picture. */
  private record Decided(Cluster cluster, Plan plan) {}

  /** The quantities and the seed that fill a template for one cell. */
  private record Filling(Map<String, Written> quantities, long seed) {
    Written of(Written template) {
      return Template.filled(template, quantities, seed);
    }
  }

  CellRun of(Line line, Point point, long seed) {
    var filling = new Filling(experiment.quantities(line, point), seed);
    Written document = filling.of(changed(line));
    Measure measure = Measure.of(filling.of(measure(line)));
    if (experiment.predict().isPresent()) {
      return prediction(document, measure);
    }
    Written policy = filling.of(policy(line));
    Written located = catalog.beside(file, policy);
    catalog.checkPolicy(located);
    return experiment.simulate().isPresent()
        ? simulation(document, policy, seed, measure, unit.inside(point.at().orElse(Double.NaN)))
        : decision(document, located, seed, measure);
  }

  private Written changed(Line line) {
    Written changed = template;
    for (var change : line.set().orElse(Map.of()).entrySet()) {
      changed = Paths.set(changed, change.getKey(), change.getValue());
    }
    return changed;
  }

  private Written measure(Line line) {
    return line.measure()
        .or(experiment::measure)
        .orElseThrow(() ->
            template.wrong(
                "has no measure: the line \"%s\" has none either".formatted(line.name())));
  }

  private Written policy(Line line) {
    return line.policy()
        .orElseThrow(() ->
            template.wrong("needs policies, and the line \"%s\" has none".formatted(line.name())));
  }

  private CellRun prediction(Written document, Measure measure) {
    SpeedMeasures.Reading reading = measure.in(SpeedMeasures.MEASURES);
    return CellRun.of(
        new CellRun.Parts(document.node(), JsonNodeFactory.instance.nullNode(), 0, false),
        Question.class,
        () -> question(document),
        question -> reading.of(question, question.sizes().getFirst(), measure));
  }

  private Question question(Written document) {
    Question question = QuestionFile.read(document, catalog);
    if (question.sizes().size() != 1) {
      throw document.wrong(
          "asks about %d sizes; name one, such as workers: = x".formatted(question.sizes().size()));
    }
    return question;
  }

  private CellRun simulation(
      Written document, Written policy, long seed, Measure measure, double at) {
    Runs.Reading reading = measure.in(Runs.MEASURES);
    if (Runs.isAtTime(measure) && Double.isNaN(at)) {
      throw measure.written().wrong("looks at a time, so that all points of x must be numbers");
    }
    ObjectNode whole = document.requireObject().node().deepCopy();
    whole.set(POLICIES, JsonNodeFactory.instance.arrayNode().add(policy.node()));
    boolean overTime = Runs.isOverTime(measure);
    return CellRun.of(
        new CellRun.Parts(whole, policy.node(), seed, overTime),
        Run.class,
        () -> run(new Written(document.document(), document.trail(), whole), seed, overTime),
        run -> reading.of(run, at, measure));
  }

  private Run run(Written written, long seed, boolean overTime) {
    Scenario scenario = ScenarioFile.of(written, file, catalog);
    if (scenario.loads().size() > 1) {
      throw written.need(LOADS).wrong("must be one; others are further points or lines");
    }
    double load = scenario.loads().getFirst();
    return new Simulation(scenario, catalog)
        .run(scenario.policies().getFirst(), seed, load, overTime, Observer.NONE);
  }

  private CellRun decision(Written document, Written policy, long seed, Measure measure) {
    Plans.Reading reading = measure.in(Plans.MEASURES);
    return CellRun.of(
        new CellRun.Parts(document.node(), policy.node(), seed, false),
        Decided.class,
        () -> decided(document, policy, seed),
        decided -> reading.of(decided.cluster(), decided.plan(), measure));
  }

  private Decided decided(Written document, Written policy, long seed) {
    Cluster cluster = StateFile.of(document, catalog);
    Placement placement =
        catalog.placement(
            experiment.placement().map(Choice::named).orElse(Scenario.DEFAULT_PLACEMENT));
    Plan plan =
        catalog
            .policy(Choice.of(policy), placement, new Seed(seed).child("policy"))
            .decide(cluster);
    List<Violation> violations = plan.violations(cluster);
    if (!violations.isEmpty()) {
      throw policy.wrong("made an illegal plan: " + violations.getFirst());
    }
    return new Decided(cluster, plan);
  }

  private static Written opened(Written template, Path file) {
    return isPath(template)
        ? Document.read(file.resolveSibling(template.node().textValue())).root()
        : template;
  }

  /** Whether the template is the path of a file, which may also be of use by itself. */
  private static boolean isPath(Written template) {
    return template.node().isTextual();
  }
}
