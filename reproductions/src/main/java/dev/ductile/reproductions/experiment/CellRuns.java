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
import dev.ductile.reproductions.training.ModelFolder;
import dev.ductile.reproductions.training.TrainingPlan;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Question;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.QuestionFile;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scheduler.SchedulerObserver;
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
  private final ExperimentTrainings trainings;

  /**
   * @param file the experiment's file; paths in it are relative to its folder
   * @param unit the unit of the points
   * @param folder the folder of trained models
   */
  CellRuns(
      FigureExperiment experiment, Path file, AxisUnit unit, Catalog catalog, ModelFolder folder) {
    this.experiment = experiment;
    this.template = changed(opened(experiment.template(), file), experiment.set().orElse(Map.of()));
    this.trainings = new ExperimentTrainings(experiment, template, file, folder);
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

  PlannedCell planned(Line line, Point point, long seed) {
    List<TrainingPlan> needed = trainings(line, point, seed);
    if (needed.isEmpty()) {
      CellRun run = of(line, point, seed);
      return new PlannedCell(needed, () -> run);
    }
    return new PlannedCell(needed, () -> of(line, point, seed));
  }

  /** The trainings whose models the policy of a cell names. */
  private List<TrainingPlan> trainings(Line line, Point point, long seed) {
    if (experiment.trainings().isEmpty() || line.policy().isEmpty()) {
      return List.of();
    }
    CellTrainings cell = trainings.of(line, point, seed);
    return cell.usedBy(new Filling(cell.ofPolicy(), seed).of(policy(line)).node());
  }

  private CellRun of(Line line, Point point, long seed) {
    CellTrainings trained = trainings.of(line, point, seed);
    var filling = new Filling(trained.quantities(), seed);
    Written document = filling.of(changed(template, line.set().orElse(Map.of())));
    Measure measure = Measure.of(filling.of(measure(line)));
    if (experiment.predict().isPresent()) {
      return prediction(document, measure);
    }
    Written policy = new Filling(trained.ofPolicy(), seed).of(policy(line));
    Written located = catalog.beside(file, policy);
    catalog.checkPolicy(located);
    return experiment.simulate().isPresent()
        ? simulation(document, policy, seed, measure, unit.inside(point.at().orElse(Double.NaN)))
        : decision(document, located, seed, measure);
  }

  private static Written changed(Written document, Map<String, Written> changes) {
    Written changed = document;
    for (var change : changes.entrySet()) {
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
        .run(scenario.policies().getFirst(), seed, load, overTime, SchedulerObserver.NONE);
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

  static Written opened(Written template, Path file) {
    return isPath(template)
        ? Document.read(file.resolveSibling(template.node().textValue())).root()
        : template;
  }

  /** Whether the template is the path of a file, which may also be of use by itself. */
  private static boolean isPath(Written template) {
    return template.node().isTextual();
  }
}
