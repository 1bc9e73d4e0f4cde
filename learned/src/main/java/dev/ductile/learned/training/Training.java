package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.TrainingHistory;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.ModelForm;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.text.Quantity;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Trains models in simulations of a scenario. The same model, settings and seed give the same
 * model.
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

  /** A new model of DL2 that imitates a teacher. */
  public LearnedModel imitate(
      Choice teacher,
      TrainingSettings settings,
      long seed,
      int episodes,
      TrainingListener listener) {
    LearnedModel model = untrained(teacher, settings, seed);
    return imitate(model, settings, seed, episodes, listener);
  }

  /** A model after more imitation of its teacher, with other settings of the same sizes. */
  public LearnedModel imitate(
      LearnedModel model,
      TrainingSettings settings,
      long seed,
      int episodes,
      TrainingListener listener) {
    TrainingScene scene = scene(model, settings, seed);
    return new ImitationRun(scene, Choice.ofLine(scene.settings().teacher()))
        .run(episodes, listener);
  }

  /** A model after reinforcement, with other settings of the same sizes. */
  public LearnedModel reinforce(
      LearnedModel model,
      TrainingSettings settings,
      long seed,
      int episodes,
      TrainingListener listener) {
    return new ReinforcementRun(scene(model, settings, seed)).run(episodes, listener);
  }

  /**
   * Learns from a live run of the scenario, with the settings of the model.
   *
   * @param work runs the learning, one slot after the other
   * @param improved takes the model after each change, at most once a slot
   * @throws IllegalArgumentException if the model cannot learn from this run
   */
  public LiveLearner live(LearnedModel model, Executor work, Consumer<LearnedModel> improved) {
    ModelSettings settings = model.settings(ModelSettings.class);
    LearningRule rule = settings.training().reinforcement().rule();
    if (rule != LearningRule.AFTERSTATE) {
      throw new IllegalArgumentException(
          "a live run teaches by the rule afterstate only, and the model has %s; improve it first: ductile learn reinforce MODEL --set reinforcement.rule=afterstate --scenario SCENARIO -o NEW"
              .formatted(rule.name().toLowerCase(Locale.ROOT)));
    }
    if (scenario.decisions().onEvents()) {
      throw new IllegalArgumentException(
          "a live run teaches by whole slots, and this run also decides between them; leave out onEvents of its decisions");
    }
    Duration slot = scenario.decisions().every();
    if (!settings.slot().equals(slot)) {
      throw new IllegalArgumentException(
          "the model was trained for decisions every %s, and the run has decisions: {every: %s}; train a model for it"
              .formatted(Quantity.text(settings.slot()), Quantity.text(slot)));
    }
    return new LiveLearner(scene(model, settings.training(), settings.seed()), work, improved);
  }

  /** The settings with which a model was trained. */
  public static TrainingSettings settings(LearnedModel model) {
    return model.settings(ModelSettings.class).training();
  }

  /**
   * A model of DL2 with random weights, for these jobs.
   *
   * @param teacher the policy that it may imitate
   */
  public LearnedModel untrained(Choice teacher, TrainingSettings settings, long seed) {
    return untrained(LearnedPolicy.DL2, teacher, settings, seed);
  }

  /** A model of this policy with random weights, for these jobs. */
  public LearnedModel untrained(
      LearnedPolicy policy, Choice teacher, TrainingSettings settings, long seed) {
    var jobs = new TrainingJobs(scenario);
    var start =
        new ModelSettings(
            settings, jobs.tasks(), scenario.decisions().every(), teacher.line(), file, seed, 0, 0);
    ModelForm form = policy.form();
    Network network = form.network(start.shape(), new Seed(seed).child("policy"));
    return new LearnedModel(
        form.policy(),
        Map.of(PolicyModel.POLICY, TrainedNetwork.untrained(network)),
        start,
        form.space(start.shape(), jobs.scales()).figures(),
        jobs.types(settings.types()),
        new TrainingHistory(0, 0, UNTRAINED, version, List.of()));
  }

  private TrainingScene scene(LearnedModel model, TrainingSettings settings, long seed) {
    PolicyModel parts = LearnedPolicy.parts("the model", model);
    ModelSettings inTraining = model.settings(ModelSettings.class).on(settings, file, seed);
    return new TrainingScene(
        withNewTypes(model, settings), inTraining, parts.space(), scenario, catalog, version);
  }

  /** The model with the types of these jobs behind those that it knows, as far as it has room. */
  private LearnedModel withNewTypes(LearnedModel model, TrainingSettings settings) {
    var types = new LinkedHashSet<>(model.jobTypes());
    for (String type : new TrainingJobs(scenario).types(Integer.MAX_VALUE)) {
      if (types.size() < settings.types()) {
        types.add(type);
      }
    }
    return new LearnedModel(
        model.policy(),
        model.networks(),
        model.settings(),
        model.features(),
        List.copyOf(types),
        model.history());
  }
}
