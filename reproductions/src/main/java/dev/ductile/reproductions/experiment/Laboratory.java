package dev.ductile.reproductions.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.reproductions.template.Paths;
import dev.ductile.reproductions.template.Template;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Question;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.QuestionFile;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scenario.text.Document;
import dev.ductile.scenario.text.InputException;
import dev.ductile.scenario.text.Scalars;
import dev.ductile.scenario.text.Written;
import dev.ductile.scheduler.Observer;
import dev.ductile.simulator.Experiment.Progress;
import dev.ductile.simulator.Run;
import dev.ductile.simulator.Simulation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;

/**
 * Where experiments are carried out: every cell of a figure is worked out once for each seed, and
 * cells that need the same run share it.
 */
public final class Laboratory {
  private static final String POLICIES = "policies";

  private final Catalog catalog;
  private final int threads;
  private final Progress progress;
  private int done;

  public Laboratory(Catalog catalog, int threads, Progress progress) {
    this.catalog = catalog;
    this.threads = threads;
    this.progress = progress;
  }

  /** What an outcome is made of: the same parts give the same outcome. */
  private record Parts(JsonNode document, JsonNode policy, long seed, boolean overTime) {}

  /** One number of a figure: what must be done for it, and how it is read off. */
  private record Task(Parts parts, Callable<Object> work, ToDoubleFunction<Object> reading) {}

  /** A policy's answer to a picture. */
  private record Decided(Cluster cluster, Plan plan) {}

  /**
   * Runs all of an experiment.
   *
   * @param file where it is written; paths in it start beside it
   * @param x what the points are counted in
   * @param y what the cells are to be counted in
   */
  public Grid run(Experiment experiment, Path file, Unit x, Unit y) {
    List<Point> points = experiment.points();
    List<List<List<Task>>> tasks = tasks(experiment, points, file, x);
    Map<Parts, Object> outcomes = outcomes(tasks);
    var rows = new ArrayList<List<Cell>>();
    for (List<List<Task>> row : tasks) {
      var cells = new ArrayList<Cell>();
      for (List<Task> cell : row) {
        cells.add(
            new Cell(
                cell.stream()
                    .map(task -> task.reading().applyAsDouble(outcomes.get(task.parts())))
                    .map(y::outside)
                    .toList()));
      }
      rows.add(List.copyOf(cells));
    }
    var grid = new Grid(experiment.lines().stream().map(Line::name).toList(), points, rows);
    return experiment.relativeTo().map(grid::relativeTo).orElse(grid);
  }

  private List<List<List<Task>>> tasks(
      Experiment experiment, List<Point> points, Path file, Unit unit) {
    var rows = new ArrayList<List<List<Task>>>();
    for (Line line : experiment.lines()) {
      var row = new ArrayList<List<Task>>();
      for (Point point : points) {
        var cell = new ArrayList<Task>();
        for (long seed : experiment.seedList()) {
          cell.add(task(experiment, line, point, seed, file, unit));
        }
        row.add(cell);
      }
      rows.add(row);
    }
    return rows;
  }

  private Task task(
      Experiment experiment, Line line, Point point, long seed, Path file, Unit unit) {
    Map<String, Written> quantities = experiment.quantities(line, point);
    Written template = opened(experiment.template(), file);
    for (var change : line.set().orElse(Map.of()).entrySet()) {
      template = Paths.set(template, change.getKey(), change.getValue());
    }
    Written document = Template.filled(template, quantities, seed);
    Written measured =
        line.measure()
            .or(experiment::measure)
            .orElseThrow(() -> experiment.template().wrong("has no measure beside it"));
    Measure measure = Measure.of(Template.filled(measured, quantities, seed));
    if (experiment.predict().isPresent()) {
      return prediction(document, measure);
    }
    Written policy =
        Template.filled(
            line.policy()
                .orElseThrow(() ->
                    experiment
                        .template()
                        .wrong("needs policies: the line \"%s\" has none".formatted(line.name()))),
            quantities,
            seed);
    catalog.checkPolicy(policy);
    double at = unit.inside(point.at().orElse(Double.NaN));
    return experiment.simulate().isPresent()
        ? simulation(document, policy, seed, file, measure, at)
        : decision(document, policy, seed, experiment.placement(), measure);
  }

  private Task prediction(Written document, Measure measure) {
    Speeds.Reading reading = measure.in(Speeds.MEASURES);
    Question question = QuestionFile.read(document, catalog);
    if (question.sizes().size() != 1) {
      throw document.wrong(
          "asks about %d sizes; name one, such as workers: = x".formatted(question.sizes().size()));
    }
    var parts = new Parts(document.node(), JsonNodeFactory.instance.nullNode(), 0, false);
    return new Task(
        parts, () -> question, _ -> reading.of(question, question.sizes().getFirst(), measure));
  }

  private Task simulation(
      Written document, Written policy, long seed, Path file, Measure measure, double at) {
    Runs.Reading reading = measure.in(Runs.MEASURES);
    ObjectNode whole = document.requireObject().node().deepCopy();
    whole.set(POLICIES, JsonNodeFactory.instance.arrayNode().add(policy.node()));
    Written written = new Written(document.document(), document.trail(), whole);
    boolean overTime = Runs.isOverTime(measure);
    Scenario scenario = ScenarioFile.of(written, file, catalog);
    return new Task(
        new Parts(whole, policy.node(), seed, overTime),
        () ->
            new Simulation(scenario, catalog)
                .run(
                    scenario.policies().getFirst(),
                    seed,
                    scenario.loads().getFirst(),
                    overTime,
                    Observer.NONE),
        run -> reading.of((Run) run, at, measure));
  }

  private Task decision(
      Written document,
      Written policy,
      long seed,
      java.util.Optional<String> placement,
      Measure measure) {
    Plans.Reading reading = measure.in(Plans.MEASURES);
    Cluster cluster = StateFile.of(document, catalog);
    Choice choice = Choice.of(policy);
    Policy policyMade =
        catalog.policy(
            choice,
            catalog.placement(placement.map(Choice::named).orElse(Scenario.DEFAULT_PLACEMENT)),
            new Seed(seed).stream("policy"));
    return new Task(
        new Parts(document.node(), policy.node(), seed, false),
        () -> new Decided(cluster, legal(policyMade.decide(cluster), cluster, policy)),
        decided -> reading.of(((Decided) decided).cluster(), ((Decided) decided).plan(), measure));
  }

  private static Plan legal(Plan plan, Cluster cluster, Written policy) {
    var violations = plan.violations(cluster);
    if (!violations.isEmpty()) {
      throw policy.wrong("made an illegal plan: " + violations.getFirst());
    }
    return plan;
  }

  private static Written opened(Written template, Path file) {
    if (!template.node().isTextual()) {
      return template;
    }
    return Document.read(file.resolveSibling(Scalars.text(template))).root();
  }

  private Map<Parts, Object> outcomes(List<List<List<Task>>> tasks) {
    var futures = new LinkedHashMap<Parts, Future<Object>>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      tasks.stream()
          .flatMap(List::stream)
          .flatMap(List::stream)
          .forEach(task -> futures.computeIfAbsent(task.parts(), _ -> pool.submit(task.work())));
      var outcomes = new LinkedHashMap<Parts, Object>();
      for (var future : futures.entrySet()) {
        outcomes.put(future.getKey(), await(future.getValue()));
        progress.runs(++done, futures.size());
      }
      return outcomes;
    }
  }

  private static Object await(Future<Object> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException("interrupted while runs were under way", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
