package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.dl2.Action;
import dev.ductile.learned.dl2.ActionSpace;
import dev.ductile.learned.dl2.Batch;
import dev.ductile.learned.dl2.Inference;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Improves a policy network by a critic of the state after an action. The advantage of an action is
 * what the critic gains by it, less the mean gain of the actions around it in the slot. So each
 * action of a slot is judged by itself; under the rule of DL2 all have the reward of the slot.
 */
final class AfterstateLearning implements SlotLearning {
  /** Actions on each side of one in the mean gain, because gains fall in the course of a slot. */
  private static final int AROUND = 4;

  private static final double LEAST_SHARE = 0.001;
  private static final double MOST_ADVANTAGE = 4;
  private static final int FIRST_STEPS = 300;
  private static final int STEPS = 120;

  private final AfterstateSettings settings;
  private final StateMatrix matrix;
  private final ActionSpace actions;
  private final RandomGenerator draws;
  private final AfterstateCritic critic;
  private final List<Slot> latest = new ArrayList<>();
  private int prepared;
  private int changes;

  AfterstateLearning(AfterstateSettings settings, ValueScale scale, StateMatrix matrix, Seed seed) {
    this.settings = settings;
    this.matrix = matrix;
    this.actions = new ActionSpace(matrix.rows(), matrix.kinds());
    this.draws = seed.stream("afterstate");
    this.critic = settings.critic(matrix, scale);
  }

  /** An action with the gain of the critic. */
  private record Gain(Inference inference, double gain) {}

  @Override
  public ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    latest.add(slot);
    critic.remember(slot);
    if (latest.size() < settings.slots()) {
      return before;
    }
    boolean prepares = prepared < settings.preparation();
    TrainedNetwork value =
        critic.trained(
            before.value(), settings.ofValue(changes), prepares ? FIRST_STEPS : STEPS, draws);
    TrainedNetwork policy = before.policy();
    if (prepares) {
      prepared++;
    } else {
      policy = improved(policy, value.network());
      changes++;
    }
    latest.clear();
    return new ActorCritic.Networks(policy, value);
  }

  private TrainedNetwork improved(TrainedNetwork before, Network value) {
    List<ClippedStep.Lesson> lessons = lessons(before.network(), value);
    ClippedStep step = settings.step(changes);
    TrainedNetwork policy = before;
    for (int pass = 0; pass < settings.passes(); pass++) {
      Collections.shuffle(lessons, Random.from(draws));
      for (int first = 0; first < lessons.size(); first += settings.batch()) {
        int end = Math.min(lessons.size(), first + settings.batch());
        policy = step.step(policy, lessons.subList(first, end));
      }
    }
    return policy;
  }

  private List<ClippedStep.Lesson> lessons(Network policy, Network value) {
    var advantages = new ArrayList<Gain>();
    for (Slot slot : latest) {
      slot.batches().forEach(batch -> advantages.addAll(advantages(batch, value)));
    }
    double squares = advantages.stream().mapToDouble(one -> one.gain() * one.gain()).sum();
    double deviation = Math.max(1e-9, Math.sqrt(squares / Math.max(1, advantages.size())));
    var lessons = new ArrayList<ClippedStep.Lesson>();
    for (Gain one : advantages) {
      if (draws.nextDouble() < settings.sampled()) {
        double advantage = Math.clamp(one.gain() / deviation, -MOST_ADVANTAGE, MOST_ADVANTAGE);
        lessons.add(ClippedStep.Lesson.of(one.inference(), advantage, policy));
      }
    }
    return lessons;
  }

  /** The gain of each action less the mean gain of the actions around it. */
  private List<Gain> advantages(Batch batch, Network value) {
    List<Gain> gains = gains(batch, value);
    var advantages = new ArrayList<Gain>();
    for (int i = 0; i < gains.size(); i++) {
      double mean =
          gains.subList(Math.max(0, i - AROUND), Math.min(gains.size(), i + AROUND + 1)).stream()
              .filter(one -> one.inference().action() != actions.stop())
              .mapToDouble(Gain::gain)
              .average()
              .orElse(0);
      advantages.add(new Gain(gains.get(i).inference(), gains.get(i).gain() - mean));
    }
    return advantages;
  }

  private List<Gain> gains(Batch batch, Network value) {
    List<Inference> inferences = batch.inferences();
    var gains = new ArrayList<Gain>();
    for (int i = 0; i < inferences.size(); i++) {
      float[] after = i + 1 < inferences.size() ? inferences.get(i + 1).state() : batch.end();
      gains.add(new Gain(inferences.get(i), gain(inferences.get(i), after, value)));
    }
    return gains;
  }

  /** What the critic gains by an action; nothing by the one that stops. */
  private double gain(Inference inference, float[] after, Network value) {
    return switch (actions.action(inference.action())) {
      case Action.Stop _ -> 0;
      case Action.Add(int row, _) -> {
        double gain = critic.value(value, after, row) - critic.value(value, inference.state(), row);
        double share = matrix.share(row, after) - matrix.share(row, inference.state());
        yield gain / Math.pow(Math.max(LEAST_SHARE, share), settings.perShare());
      }
    };
  }
}
