package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.TrainingHistory;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.slot.JobTypes;
import dev.ductile.learned.slot.StateSpace;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A model in training, the jobs that it learns from, and the record of the training. */
final class TrainingScene {
  private final LearnedModel model;
  private final ModelSettings settings;
  private final StateSpace space;
  private final TrainingJobs jobs;
  private final Episodes episodes;
  private final ObservedStates states;
  private final String version;
  private final List<CurvePoint> curve;

  TrainingScene(
      LearnedModel model,
      ModelSettings settings,
      StateSpace space,
      Scenario scenario,
      Catalog catalog,
      String version) {
    this.model = model;
    this.settings = settings;
    this.space = space;
    this.jobs = new TrainingJobs(scenario);
    var types = new JobTypes(model.jobTypes(), settings.training().types());
    this.episodes = new Episodes(jobs.limited(), catalog, space, types);
    this.states = new ObservedStates(space, model.features());
    this.version = version;
    this.curve = new ArrayList<>(model.history().curve());
  }

  LearnedModel model() {
    return model;
  }

  ModelSettings settings() {
    return settings;
  }

  StateSpace space() {
    return space;
  }

  Seed seed() {
    return new Seed(settings.seed());
  }

  TrainingJobs jobs() {
    return jobs;
  }

  Episodes episodes() {
    return episodes;
  }

  ObservedStates states() {
    return states;
  }

  /** The networks so far; the value network is new if there is none for the values of the rule. */
  ActorCritic.Networks networks() {
    int inputs = settings.training().reinforcement().valueInputs(space);
    return new ActorCritic.Networks(
        model.trained(PolicyModel.POLICY),
        Optional.ofNullable(model.networks().get(settings.training().reinforcement().valueName()))
            .filter(trained -> trained.network().inputs() == inputs)
            .orElseGet(() -> TrainedNetwork.untrained(untrainedValue(inputs))));
  }

  private DenseNetwork untrainedValue(int inputs) {
    return DenseNetwork.random(seed().child("value"), inputs, settings.shape().hidden(), 1);
  }

  /** Both networks by their names in a model. */
  Map<String, TrainedNetwork> byName(ActorCritic.Networks networks) {
    String value = settings.training().reinforcement().valueName();
    return Map.of(PolicyModel.POLICY, networks.policy(), value, networks.value());
  }

  /** The slots so far, with those of earlier trainings. */
  long slots() {
    return model.history().slots() + states.slots();
  }

  /** The mix of actions of an episode. */
  ActionMix mix() {
    return new ActionMix(space.actions());
  }

  /** The updates so far, with those of earlier trainings. */
  long updates(Map<String, TrainedNetwork> networks) {
    long steps = networks.values().stream().mapToLong(TrainedNetwork::steps).max().orElse(0);
    return Math.max(model.history().updates(), steps);
  }

  void add(CurvePoint point) {
    curve.add(point);
  }

  /**
   * The model with these networks.
   *
   * @param first the first episode of this training
   */
  LearnedModel trained(
      Map<String, TrainedNetwork> networks,
      String method,
      int first,
      int imitated,
      int reinforced) {
    LongStream seeds = IntStream.range(first, first + imitated + reinforced).mapToLong(jobs::seed);
    return trained(networks, method, seeds, settings.trained(imitated, reinforced));
  }

  /** The model with these networks, which have learned from a live run of the scenario. */
  LearnedModel trainedLive(Map<String, TrainedNetwork> networks) {
    return trained(networks, "live", LongStream.of(jobs.liveSeed()), settings);
  }

  private LearnedModel trained(
      Map<String, TrainedNetwork> networks, String method, LongStream seeds, ModelSettings now) {
    String hash = jobs.hash(model.history().inputsHash(), method, seeds);
    return new LearnedModel(
        model.policy(),
        networks,
        now,
        states.features(),
        model.jobTypes(),
        new TrainingHistory(slots(), updates(networks), hash, version, curve));
  }
}
