package dev.ductile.learned.training;

import dev.ductile.api.JobId;
import dev.ductile.api.Notebook;
import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.history.Run;
import dev.ductile.learned.dl2.Dl2Division;
import dev.ductile.learned.dl2.Inference;
import dev.ductile.learned.dl2.JobTypes;
import dev.ductile.learned.dl2.NetworkAgent;
import dev.ductile.learned.dl2.RunTime;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.Observer;
import dev.ductile.simulator.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The episodes of training: simulations of one scenario, with the jobs of different seeds. */
public final class Dl2Training {
  private static final Notebook<RunTime> NOTEBOOK = new Notebook<>("dl2", RunTime.class);
  private static final Choice NAME = Choice.named("dl2");
  private static final double LOAD = 1;

  private final Scenario scenario;
  private final Catalog catalog;
  private final StateMatrix matrix;
  private final JobTypes types;
  private final Simulation simulation;

  public Dl2Training(Scenario scenario, Catalog catalog, StateMatrix matrix, JobTypes types) {
    this.scenario = scenario;
    this.catalog = catalog;
    this.matrix = matrix;
    this.types = types;
    this.simulation = new Simulation(scenario, catalog);
  }

  /** The lessons of a teacher who acts itself, on the jobs of one seed. */
  public List<Inference> lessons(Choice teacher, TaskOrder order, long seed) {
    return lessons(
        teacher,
        seed,
        (sizes, lessons) -> {
          var agent = new TeacherAgent(sizes, order);
          return new CorrectedAgent(agent, agent, lessons);
        });
  }

  /** The lessons of a teacher who corrects the actions of a network, on the jobs of one seed. */
  public List<Inference> corrections(
      DenseNetwork pupil, Choice teacher, TaskOrder order, long seed) {
    return lessons(
        teacher,
        seed,
        (sizes, lessons) ->
            new CorrectedAgent(new NetworkAgent(pupil), new TeacherAgent(sizes, order), lessons));
  }

  private List<Inference> lessons(
      Choice teacher,
      long seed,
      BiFunction<Map<JobId, Size>, List<Inference>, CorrectedAgent> agents) {
    var lessons = new ArrayList<Inference>();
    Policy asked = catalog.policy(teacher, placement(), new Seed(seed).child("teacher"));
    var taught =
        new TaughtPolicy(
            asked,
            sizes -> {
              CorrectedAgent agent = agents.apply(sizes, lessons);
              return policy(_ -> agent);
            });
    simulation.run(taught, teacher, seed, LOAD, Observer.NONE);
    return lessons;
  }

  /** Trains by reinforcement on the jobs of one seed. */
  public void reinforce(OnlineLearner learner, long seed) {
    simulation.run(policy(learner), NAME, seed, LOAD, learner);
    learner.endEpisode();
  }

  /** The run of a network that does not learn, on the jobs of one seed. */
  public Run validate(DenseNetwork network, long seed) {
    var agent = new NetworkAgent(network);
    return simulation.run(policy(_ -> agent), NAME, seed, LOAD, Observer.NONE);
  }

  private Policy policy(Dl2Division.AgentOfSlot agents) {
    Duration slot = scenario.decisions().every();
    return new SizingPolicy(
        new Dl2Division(matrix, types, slot, NOTEBOOK, agents), SizeSteps.FOLLOWING, placement());
  }

  private Placement placement() {
    return catalog.placement(scenario.placement());
  }
}
