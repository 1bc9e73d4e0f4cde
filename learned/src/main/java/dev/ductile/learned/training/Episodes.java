package dev.ductile.learned.training;

import dev.ductile.api.JobId;
import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.history.Run;
import dev.ductile.learned.dl2.Dl2;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.slot.Agent;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.JobTypes;
import dev.ductile.learned.slot.NetworkAgent;
import dev.ductile.learned.slot.SlotDivision;
import dev.ductile.learned.slot.StateSpace;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** The episodes of training: simulations of one scenario, with the jobs of different seeds. */
public final class Episodes {
  private static final Choice LEARNER = Choice.named("learner");
  private static final double LOAD = 1;

  private final Scenario scenario;
  private final Catalog catalog;
  private final StateSpace space;
  private final JobTypes types;
  private final Simulation simulation;

  public Episodes(Scenario scenario, Catalog catalog, StateSpace space, JobTypes types) {
    this.scenario = scenario;
    this.catalog = catalog;
    this.space = space;
    this.types = types;
    this.simulation = new Simulation(scenario, catalog);
  }

  /** The lessons of a teacher who acts itself, on the jobs of one seed, slot by slot. */
  public List<List<Inference>> lessons(Choice teacher, Teaching teaching, long seed) {
    return lessons(teacher, teaching, seed, agent -> agent);
  }

  /**
   * The lessons of a teacher who corrects the actions of a network, on the jobs of one seed, slot
   * by slot.
   */
  public List<List<Inference>> corrections(
      Network pupil, Choice teacher, Teaching teaching, long seed) {
    return lessons(teacher, teaching, seed, _ -> new NetworkAgent(pupil));
  }

  /**
   * The actions of a teacher in the states to which an agent leads.
   *
   * @param acting the agent that acts in a slot, from the teacher's agent
   */
  private List<List<Inference>> lessons(
      Choice teacher, Teaching teaching, long seed, UnaryOperator<Agent> acting) {
    RandomGenerator draws = draws(seed);
    var slots = new ArrayList<List<Inference>>();
    teach(
        teacher,
        seed,
        sizes -> {
          var agent = new TeacherAgent(sizes, teaching, draws);
          var lessons = new ArrayList<Inference>();
          slots.add(lessons);
          return policy(new CorrectedAgent(acting.apply(agent), agent, lessons));
        });
    slots.removeIf(List::isEmpty);
    return slots;
  }

  /** The run of a pupil to whom a teacher shows the sizes of its plans, on the jobs of one seed. */
  Run teach(Choice teacher, long seed, Function<Map<JobId, Size>, Policy> pupil) {
    Policy asked = catalog.policy(teacher, placement(), new Seed(seed).child("teacher"));
    return simulation.run(
        new TaughtPolicy(asked, pupil), teacher, seed, LOAD, SchedulerObserver.NONE);
  }

  /** The draws of a random order. */
  static RandomGenerator draws(long seed) {
    return new Seed(seed).stream("teacher.order");
  }

  /** The run of a teacher itself, on the jobs of one seed. */
  public Run run(Choice teacher, long seed) {
    return simulation.run(teacher, seed, LOAD, false, SchedulerObserver.NONE);
  }

  /** Trains by reinforcement on the jobs of one seed; the run in which the learner has explored. */
  public Run reinforce(OnlineLearner learner, long seed) {
    Run run = simulation.run(policyOf(learner), LEARNER, seed, LOAD, learner);
    learner.endEpisode();
    return run;
  }

  /** The run of a network that does not learn, on the jobs of one seed. */
  public Run validate(Network network, long seed) {
    return simulation.run(
        policy(new NetworkAgent(network)), LEARNER, seed, LOAD, SchedulerObserver.NONE);
  }

  /** A policy of an agent that stays the same. */
  Policy policy(Agent agent) {
    return policyOf(_ -> agent);
  }

  /** A policy of agents that may change from slot to slot. */
  Policy policyOf(SlotDivision.AgentOfSlot agents) {
    Duration slot = scenario.decisions().every();
    return new SizingPolicy(
        new SlotDivision(space, types, slot, Dl2.NOTEBOOK, agents),
        SizeSteps.FOLLOWING,
        placement());
  }

  private Placement placement() {
    return catalog.placement(scenario.placement());
  }
}
