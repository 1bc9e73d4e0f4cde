package dev.ductile.learned.training;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.learned.reward.Reward;
import dev.ductile.learned.slot.Agent;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.ExploringAgent;
import dev.ductile.learned.slot.SlotDivision;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the decisions of a running cluster, simulated or live: it observes the slots with
 * their rewards, and improves the networks after each (DL2, Section 4.3). The networks change only
 * between two decisions.
 */
public final class OnlineLearner implements SchedulerObserver, SlotDivision.AgentOfSlot {
  private final SlotLearning learning;
  private final Reward reward;
  private final double guidance;
  private final Seed seed;
  private final Map<JobId, Instant> finished = new HashMap<>();
  private final List<Batch> lastSlot = new ArrayList<>();
  private final Set<JobId> unplaced = new HashSet<>();
  private final List<Batch> slot = new ArrayList<>();
  private ActorCritic.Networks networks;
  private @Nullable Cluster last;
  private long slots;

  /**
   * A learner that starts with these networks.
   *
   * @param reward the reward of a slot
   * @param guidance the probability of the remedy in a poor state (epsilon)
   * @param seed the source of exploration
   */
  public OnlineLearner(
      SlotLearning learning,
      Reward reward,
      double guidance,
      ActorCritic.Networks networks,
      Seed seed) {
    this.learning = learning;
    this.reward = reward;
    this.guidance = guidance;
    this.networks = networks;
    this.seed = seed;
  }

  public ActorCritic.Networks networks() {
    return networks;
  }

  /** The slots that it has learned from. */
  public long slots() {
    return slots;
  }

  @Override
  public Agent agent(Instant now) {
    return new ExploringAgent(
        networks.policy().network(),
        guidance,
        seed.stream("exploration %d %s".formatted(slots, now)));
  }

  @Override
  public boolean isLearning() {
    return true;
  }

  @Override
  public void decided(Instant now, Batch batch) {
    slot.add(batch);
  }

  @Override
  public void happened(Event event) {
    if (event instanceof Event.Finished end) {
      finished.put(end.job(), end.at());
    }
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    if (last != null && last.now().isBefore(cluster.now())) {
      endSlot(last, cluster, List.copyOf(slot));
    }
    last = cluster;
    lastSlot.clear();
    lastSlot.addAll(slot);
    unplaced.clear();
    unplaced.addAll(unplaced(slot, plan));
    slot.clear();
  }

  /** The jobs that a plan does not give what was decided: not every size finds a place. */
  static Set<JobId> unplaced(List<Batch> decided, Plan plan) {
    var granted = new HashMap<JobId, Size>();
    plan.grants().forEach(grant -> granted.put(grant.job().id(), grant.allocation().size()));
    var unplaced = new HashSet<JobId>();
    for (Batch batch : decided) {
      for (int row = 0; row < batch.jobs().size(); row++) {
        JobId job = batch.jobs().get(row);
        if (!batch.sizes().get(row).equals(granted.getOrDefault(job, Size.NONE))) {
          unplaced.add(job);
        }
      }
    }
    return unplaced;
  }

  /** Ends an episode: its last slot has no next state. */
  public void endEpisode() {
    if (last != null) {
      endSlot(last, Cluster.of(last.now(), last.nodes(), List.of()), List.of());
    }
    leaveSlotOut();
  }

  /** Learns nothing from the slot under way, whose end was not observed. */
  void leaveSlotOut() {
    last = null;
    lastSlot.clear();
    slot.clear();
  }

  private void endSlot(Cluster before, Cluster after, List<Batch> next) {
    Map<JobId, Double> rewards = reward.byJob(new Reward.PassedSlot(before, after, finished));
    finished.clear();
    slots++;
    if (lastSlot.stream().anyMatch(batch -> !batch.inferences().isEmpty())) {
      networks = learning.learn(networks, new Slot(lastSlot, rewards, unplaced, next));
    }
  }
}
