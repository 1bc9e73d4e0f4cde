package dev.ductile.reproductions.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.ductile.reproductions.template.Paths;
import dev.ductile.reproductions.template.Template;
import dev.ductile.reproductions.training.ModelFolder;
import dev.ductile.reproductions.training.TrainingEntry;
import dev.ductile.reproductions.training.TrainingPlan;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The trainings of an experiment: templates that are filled in for a line, a point and a seed. */
final class ExperimentTrainings {
  /** The only policy of the scenario of a training without a teacher; it does not act there. */
  private static final JsonNode ANY_POLICY = TextNode.valueOf("drf");

  private final FigureExperiment experiment;
  private final Written template;
  private final Path file;
  private final ModelFolder folder;

  /**
   * @param template the scenario of the experiment
   * @param file the experiment's file
   */
  ExperimentTrainings(
      FigureExperiment experiment, Written template, Path file, ModelFolder folder) {
    this.experiment = experiment;
    this.template = template;
    this.file = file;
    this.folder = folder;
  }

  CellTrainings of(Line line, Point point, long seed) {
    Map<String, Written> quantities = experiment.quantities(line, point);
    var plans = new LinkedHashMap<String, TrainingPlan>();
    var planned = new ArrayList<CellTrainings.Planned>();
    experiment
        .trainings()
        .orElse(Map.of())
        .forEach((name, entry) -> {
          Optional<TrainingPlan> from = entry.from().map(plans::get);
          TrainingPlan plan = plan(name, entry, from, quantities, network(seed));
          plans.put(name, plan);
          planned.add(new CellTrainings.Planned(plan, folder.file(plan)));
        });
    return new CellTrainings(quantities, planned);
  }

  /** The networks take turns over the seeds. */
  private long network(long seed) {
    List<Long> networks = experiment.networkList();
    return networks.get(experiment.seedList().indexOf(seed) % networks.size());
  }

  private TrainingPlan plan(
      String name,
      TrainingEntry entry,
      Optional<TrainingPlan> from,
      Map<String, Written> quantities,
      long network) {
    var own = new LinkedHashMap<>(quantities);
    entry.let().ifPresent(own::putAll);
    TrainingEntry filled = entry.filled(part -> Template.filled(part, own, network));
    Written scenario = Template.filled(scenario(entry), own, network);
    return TrainingPlan.of(name, file, withoutEvaluation(scenario, filled), filled, from, network);
  }

  private Written scenario(TrainingEntry entry) {
    Written scenario = entry.simulate().map(other -> CellRuns.opened(other, file)).orElse(template);
    for (var change : entry.set().orElse(Map.of()).entrySet()) {
      scenario = Paths.set(scenario, change.getKey(), change.getValue());
    }
    return scenario;
  }

  /** The scenario with the seeds of the evaluation, which training leaves out. */
  private Written withoutEvaluation(Written scenario, TrainingEntry entry) {
    ObjectNode whole = scenario.requireObject().node().deepCopy();
    ArrayNode policies = JsonNodeFactory.instance.arrayNode();
    whole.set("policies", policies.add(entry.imitate().map(Written::node).orElse(ANY_POLICY)));
    ArrayNode seeds = whole.putArray("seeds");
    experiment.seedList().forEach(seeds::add);
    return new Written(scenario.document(), scenario.trail(), whole);
  }
}
