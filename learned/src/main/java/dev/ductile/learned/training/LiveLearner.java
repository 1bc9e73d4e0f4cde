package dev.ductile.learned.training;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.safety.ShadowNotes;
import dev.ductile.learned.safety.WaitingDecisions;
import dev.ductile.learned.slot.TrainedAgents;
import dev.ductile.scheduler.Decision;
import dev.ductile.scheduler.Observer;
import java.time.Instant;
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
public final class LiveLearner implements Observer {
  private final TrainingScene scene;
  private final Executor work;
  private final Consumer<LearnedModel> improved;
  private final WaitingDecisions waiting;
  private final SlotLearning learning;
  private final OnlineLearner learner;
  private final Policy tried;
  private final ShadowNotes notes = new ShadowNotes();
  private final Set<JobId> silent = new HashSet<>();
  private AppliedDecision applied = AppliedDecision.NONE;
  private ActorCritic.Networks known;
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
    this.known = scene.networks();
    this.learning = settings.learning(scene.space(), seed);
    this.learner =
        new OnlineLearner(
            this::learn,
            settings.reward(scene.settings().slot()),
            settings.guidance(),
            known,
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
    silent.clear();
    for (Job job : cluster.jobs()) {
      if (isSilent(job, cluster.now())) {
        silent.add(job.id());
      }
    }
    AppliedDecision next =
        TrainedAgents.hasExplored(plan) ? alsoTried(cluster, plan) : AppliedDecision.NONE;
    learner.decided(cluster, plan);
    applied = next;
    if (!known.equals(learner.networks())) {
      known = learner.networks();
      improved.accept(model());
    }
  }

  /** Without exploration, the critic would judge sizes that it has never seen. */
  private AppliedDecision alsoTried(Cluster cluster, Plan plan) {
    Cluster noted = notes.on(cluster);
    notes.keep(Decision.of(noted, tried).plan());
    return AppliedDecision.of(scene.episodes(), noted, plan);
  }

  /** A program that reports no steps seems to stand still, which would be learned. */
  private static boolean isSilent(Job job, Instant now) {
    return job.holdsResources() && job.stepsAt(now) <= 0;
  }

  /**
   * Learns from a slot with the sizes that were applied. A job teaches nothing if no actions lead
   * to its size.
   */
  private ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    Set<JobId> left = new HashSet<>(applied.unplaced());
    left.addAll(silent);
    Map<JobId, Double> certain = new HashMap<>(slot.rewards());
    certain.keySet().removeAll(left);
    slot.inferences().forEach(mix::add);
    scene.states().add(slot.inferences());
    rewards += certain.values().stream().mapToDouble(Double::doubleValue).sum();
    rewarded += certain.size();
    return learning.learn(
        before, new Slot(slot.batches(), applied.batches(), certain, left, slot.next()));
  }

  private LearnedModel model() {
    Map<String, Double> figures = mix.with("meanReward", rewards / Math.max(1, rewarded));
    scene.add(new CurvePoint(scene.slots(), scene.updates(scene.byName(known)), figures));
    mix = scene.mix();
    rewards = 0;
    rewarded = 0;
    return scene.trainedLive(scene.byName(known));
  }
}
