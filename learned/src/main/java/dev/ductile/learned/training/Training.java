package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.dl2.Dl2Model;
import dev.ductile.learned.dl2.Scales;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.TrainingHistory;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import java.util.List;
import java.util.Map;

/**
 * Trains models of DL2 in simulations of a scenario. The same model, settings and seed give the
 * same model.
 *
 * @param file the name of the scenario's file, which the model keeps
 * @param version the version of Ductile, which the model keeps
 */
public record Training(Scenario scenario, Catalog catalog, String file, String version) {
  private static final String UNTRAINED = "0".repeat(64);

  public Training {
    if (!scenario.decisions().every().isPositive()) {
      throw new IllegalArgumentException(
          "decisions of a scenario for training need a slot, such as decisions: {every: 20m}");
    }
  }

  /** A new model that imitates a teacher. */
  public LearnedModel imitate(
      Choice teacher,
      TrainingSettings settings,
      long seed,
      int episodes,
      TrainingListener listener) {
    var jobs = new TrainingJobs(scenario);
    var start =
        new ModelSettings(
            settings, jobs.tasks(), scenario.decisions().every(), teacher.line(), file, seed, 0, 0);
    DenseNetwork network =
        DenseNetwork.random(
            new Seed(seed).child("policy"), start.shape().layers(start.shape().actions()));
    Scales scales = jobs.scales();
    var model =
        new LearnedModel(
            Dl2Model.NAME,
            Map.of(Dl2Model.POLICY, TrainedNetwork.untrained(network)),
            start,
            new ObservedStates(start.shape().matrix(scales), List.of()).features(),
            jobs.types(settings.types()),
            new TrainingHistory(0, 0, UNTRAINED, version, List.of()));
    var scene =
        new TrainingScene(model, start, start.shape().matrix(scales), scenario, catalog, version);
    return new ImitationRun(scene, teacher).run(episodes, listener);
  }

  /** A model after more imitation of its teacher. */
  public LearnedModel imitateOn(
      LearnedModel model, long seed, int episodes, TrainingListener listener) {
    TrainingScene scene = scene(model, seed);
    return new ImitationRun(scene, Choice.ofLine(scene.settings().teacher()))
        .run(episodes, listener);
  }

  /** A model after reinforcement. */
  public LearnedModel reinforce(
      LearnedModel model, long seed, int episodes, TrainingListener listener) {
    return new ReinforcementRun(scene(model, seed)).run(episodes, listener);
  }

  private TrainingScene scene(LearnedModel model, long seed) {
    Dl2Model parts = Dl2Model.of("the model", model);
    ModelSettings settings = model.settings(ModelSettings.class).on(file, seed);
    return new TrainingScene(model, settings, parts.matrix(), scenario, catalog, version);
  }
}
