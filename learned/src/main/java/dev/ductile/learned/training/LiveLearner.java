package dev.ductile.learned.training;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.safety.WaitingDecisions;
import dev.ductile.learned.slot.TrainedAgents;
import dev.ductile.scheduler.Decision;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Learns from a live cluster whose policy explores, and changes nothing in it. The sizes that were
 * applied and the rewards that followed teach the critic. The network in training draws actions of
 * its own on the same pictures; they are not applied, and the critic judges them. So the acting
 * policy need not follow the network in training.
 */
public final class LiveLearner implements SchedulerObserver {
  private final TrainingScene scene;
  private final Executor work;
  private final Consumer<LearnedModel> improved;
  private final WaitingDecisions waiting;
  private final SlotLearning learning;
  private final OnlineLearner learner;
  private final Policy tried;

  /** The jobs that did no step in the slot under way, although they had tasks. */
  private final Set<JobId> standing = new HashSet<>();

  private Map<JobId, Double> steps = Map.of();
  private AppliedDecision applied = AppliedDecision.NONE;
  private ActionMix mix;
  private double rewards;
  private int rewarded;

  LiveLearner(TrainingScene scene, Executor work, Consumer<LearnedModel> improved) {
    ReinforcementSettings settings = scene.settings().training().reinforcement();
    var seed = scene.seed().child("live " + scene.slots());
    this.scene = scene;
    this.work = work;
    this.improved = improved;
    this.waiting = new WaitingDecisions(work);
    this.learning = settings.learning(scene.space(), seed);
    this.learner =
        new OnlineLearner(
            this::learn,
            settings.reward(scene.settings().slot()),
            settings.guidance(),
            scene.networks(),
            seed.child("tried"));
    this.tried = scene.episodes().policyOf(learner);
    this.mix = scene.mix();
  }

  @Override
  public void happened(Event event) {
    if (event instanceof Event.Finished) {
      work.execute(() -> learner.happened(event));
    }
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    waiting.add(isAfterGap -> decided(cluster, plan, isAfterGap));
  }

  private void decided(Cluster cluster, Plan plan, boolean isAfterGap) {
    if (isAfterGap) {
      learner.leaveSlotOut();
    }
    noteSteps(cluster);
    AppliedDecision next =
        TrainedAgents.hasExplored(plan) ? alsoTried(cluster, plan) : AppliedDecision.NONE;
    learner.decided(cluster, plan);
    applied = next;
  }

  /** Notes the steps of all jobs, and which jobs stood still with tasks since the last decision. */
  private void noteSteps(Cluster cluster) {
    var now = new HashMap<JobId, Double>();
    cluster.jobs().forEach(job -> now.put(job.id(), job.stepsAt(cluster.now())));
    standing.clear();
    for (JobId job : applied.given()) {
      if (now.containsKey(job) && now.get(job) <= steps.getOrDefault(job, 0.0)) {
        standing.add(job);
      }
    }
    steps = now;
  }

  /** Without exploration, the critic would judge sizes that it has never seen. */
  private AppliedDecision alsoTried(Cluster cluster, Plan plan) {
    var _ = Decision.of(cluster, tried);
    return AppliedDecision.of(scene.episodes(), cluster, plan);
  }

  /**
   * Learns from a slot with the sizes that were applied. A job teaches nothing if no actions lead
   * to its size, or if it stood still with tasks: it started, crashed, was stopped, or reports no
   * steps.
   */
  private ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    Map<JobId, Double> certain = new HashMap<>(slot.rewards());
    certain.keySet().removeAll(applied.unplaced());
    certain.keySet().removeAll(standing);
    slot.inferences().forEach(mix::add);
    scene.states().add(slot.inferences());
    rewards += certain.values().stream().mapToDouble(Double::doubleValue).sum();
    rewarded += certain.size();
    ActorCritic.Networks after =
        learning.learn(
            before, new Slot(slot.batches(), applied.batches(), certain, Set.of(), slot.next()));
    if (!after.equals(before)) {
      improved.accept(model(after));
    }
    return after;
  }

  private LearnedModel model(ActorCritic.Networks networks) {
    Map<String, Double> figures = mix.with("meanReward", rewards / Math.max(1, rewarded));
    Map<String, TrainedNetwork> byName = scene.byName(networks);
    scene.add(new CurvePoint(scene.slots(), scene.updates(byName), figures));
    mix = scene.mix();
    rewards = 0;
    rewarded = 0;
    return scene.trainedLive(byName);
  }
}
