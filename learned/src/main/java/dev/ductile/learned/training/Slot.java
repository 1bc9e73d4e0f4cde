package dev.ductile.learned.training;

import dev.ductile.api.JobId;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.text.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The inferences of a slot with their consequence.
 *
 * @param batches with at least one inference
 * @param applied the batches whose sizes were applied and earned the rewards; the same ones, unless
 *     another policy acts
 * @param rewards the reward of each job in the slot
 * @param unplaced the jobs that did not get what was decided for them in an applied batch, because
 *     it found no place
 * @param next the batches of the next slot; none at the end of an episode
 */
public record Slot(
    List<Batch> batches,
    List<Batch> applied,
    Map<JobId, Double> rewards,
    Set<JobId> unplaced,
    List<Batch> next) {
  private static final JobId ALL = new JobId("all");

  public Slot {
    batches = List.copyOf(batches);
    applied = List.copyOf(applied);
    rewards = Map.copyOf(rewards);
    unplaced = Set.copyOf(unplaced);
    next = List.copyOf(next);
    rewards.forEach(Slot::requireFinite);
  }

  private static void requireFinite(JobId job, double reward) {
    if (!Double.isFinite(reward)) {
      throw new InputException(
          "job %s has a reward of %s in a slot, from which nothing can learn; check its speed model and its work"
              .formatted(job, reward));
    }
  }

  /** A slot in which the inferences themselves were applied. */
  public Slot(
      List<Batch> batches, Map<JobId, Double> rewards, Set<JobId> unplaced, List<Batch> next) {
    this(batches, batches, rewards, unplaced, next);
  }

  /** A slot in which each job got what was decided for it. */
  public Slot(List<Batch> batches, Map<JobId, Double> rewards, List<Batch> next) {
    this(batches, rewards, Set.of(), next);
  }

  /** The reward of all jobs. */
  public double reward() {
    return batches.stream().flatMap(batch -> batch.jobs().stream()).mapToDouble(this::reward).sum();
  }

  double reward(JobId job) {
    return rewards.getOrDefault(job, 0.0);
  }

  public List<Inference> inferences() {
    return inferences(batches);
  }

  /** The first inference of the next slot. */
  Optional<Inference> firstOfNext() {
    return inferences(next).stream().findFirst();
  }

  /** A sample of each inference. */
  List<Sample> samples(NextState nextState, ActionReward reward, ActionSpace actions) {
    var rewards = new ArrayList<Double>();
    for (Batch batch : batches) {
      batch.inferences().forEach(each -> rewards.add(reward.of(each, batch, this, actions)));
    }
    var samples = new ArrayList<Sample>();
    List<Inference> inferences = inferences();
    for (int i = 0; i < inferences.size(); i++) {
      boolean isWithin = nextState == NextState.INFERENCE && i + 1 < inferences.size();
      samples.add(
          new Sample(
              inferences.get(i),
              rewards.get(i),
              isWithin ? Optional.of(inferences.get(i + 1)) : firstOfNext()));
    }
    return samples;
  }

  /** The same slot as if its jobs were one, in one batch. */
  Slot asOneJob() {
    return new Slot(asOneJob(batches), Map.of(ALL, reward()), asOneJob(next));
  }

  private static List<Batch> asOneJob(List<Batch> batches) {
    List<Inference> inferences = inferences(batches);
    return inferences.isEmpty() ? List.of() : List.of(new Batch(List.of(ALL), inferences));
  }

  private static List<Inference> inferences(List<Batch> batches) {
    return batches.stream().flatMap(batch -> batch.inferences().stream()).toList();
  }
}
