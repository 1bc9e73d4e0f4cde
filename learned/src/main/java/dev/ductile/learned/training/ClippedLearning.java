package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.dl2.Batch;
import dev.ductile.learned.dl2.Inference;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Improves the networks by several passes over the latest slots, whose actions the present network
 * has chosen. An action whose probability has moved far is not moved further (proximal policy
 * optimisation: Schulman et al., 2017). DL2 does not do so.
 */
public final class ClippedLearning implements SlotLearning {
  /**
   * The settings of learning from the latest slots.
   *
   * @param policy the optimiser of the policy network
   * @param value the optimiser of the value network
   * @param credit the parts of a reward that the value network predicts
   * @param clip the most that the probability of an action changes, as a part of it
   * @param entropyWeight the weight of the entropy term
   * @param slots the slots that are collected before the networks change
   * @param passes the passes over their inferences
   * @param batch the inferences of a step
   * @param preparation the first changes, which only train the value network
   */
  public record Settings(
      Adam policy,
      Adam value,
      Credit credit,
      Advantages advantages,
      double clip,
      double entropyWeight,
      int slots,
      int passes,
      int batch,
      int preparation) {}

  private static final double MOST_NORM = 0.5;

  private final Settings settings;
  private final StateMatrix matrix;
  private final RandomGenerator draws;
  private final List<Slot> latest = new ArrayList<>();
  private int changes;

  public ClippedLearning(Settings settings, StateMatrix matrix, Seed seed) {
    this.settings = settings;
    this.matrix = matrix;
    this.draws = seed.stream("clipped");
  }

  /** An inference to learn from, with its normalised advantage. */
  private record Lesson(
      Inference inference, double advantage, List<Double> targets, double logProbability) {}

  @Override
  public ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    latest.add(settings.credit().of(slot));
    if (latest.size() < settings.slots()) {
      return before;
    }
    List<Lesson> lessons = lessons(before);
    latest.clear();
    changes++;
    ActorCritic.Networks networks = before;
    for (int pass = 0; pass < settings.passes(); pass++) {
      Collections.shuffle(lessons, Random.from(draws));
      for (int first = 0; first < lessons.size(); first += settings.batch()) {
        int end = Math.min(lessons.size(), first + settings.batch());
        networks = step(networks, lessons.subList(first, end));
      }
    }
    return networks;
  }

  private List<Lesson> lessons(ActorCritic.Networks networks) {
    Map<Inference, float[]> values = values(networks.value().network());
    List<AdvantageEstimate> estimates = settings.advantages().of(latest, values::get);
    double mean = estimates.stream().mapToDouble(AdvantageEstimate::advantage).average().orElse(0);
    double square =
        estimates.stream()
            .mapToDouble(one -> Math.pow(one.advantage() - mean, 2))
            .average()
            .orElse(0);
    double deviation = Math.max(1e-8, Math.sqrt(square));
    var lessons = new ArrayList<Lesson>();
    for (AdvantageEstimate one : estimates) {
      lessons.add(
          new Lesson(
              one.inference(),
              (one.advantage() - mean) / deviation,
              one.targets(),
              distribution(
                      networks.policy().network().forward(one.inference().state()), one.inference())
                  .logProbability(one.inference().action())));
    }
    return lessons;
  }

  /** The values of all states, one for each part of the reward. */
  private Map<Inference, float[]> values(Network network) {
    var values = new IdentityHashMap<Inference, float[]>();
    for (Slot slot : latest) {
      for (Batch batch : slot.batches()) {
        batch.inferences().forEach(each -> values.put(each, values(network, each, batch)));
      }
      for (Batch batch : slot.next()) {
        batch.inferences().stream()
            .limit(1)
            .forEach(first -> values.put(first, values(network, first, batch)));
      }
    }
    return values;
  }

  private float[] values(Network network, Inference inference, Batch batch) {
    float[][] inputs = settings.credit().inputs(inference, batch.jobs().size(), matrix);
    float[][] outputs = network.forward(inputs).outputs();
    float[] values = new float[outputs.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = outputs[i][0];
    }
    return values;
  }

  private ActorCritic.Networks step(ActorCritic.Networks before, List<Lesson> lessons) {
    float[][] states = states(lessons.stream().map(Lesson::inference).toList());
    boolean prepares = changes <= settings.preparation();
    return new ActorCritic.Networks(
        prepares ? before.policy() : policyStep(before.policy(), states, lessons),
        valueStep(before.value(), lessons));
  }

  private TrainedNetwork policyStep(TrainedNetwork before, float[][] states, List<Lesson> lessons) {
    Network.Pass forward = before.network().forward(states);
    float[][] gradients = new float[lessons.size()][];
    for (int i = 0; i < gradients.length; i++) {
      gradients[i] = descent(forward.outputs()[i], lessons.get(i));
    }
    var mean = forward.backward(gradients).times(1.0 / gradients.length);
    return settings.policy().step(before, mean.clippedTo(MOST_NORM));
  }

  private float[] descent(float[] outputs, Lesson lesson) {
    var distribution = distribution(outputs, lesson.inference());
    int action = lesson.inference().action();
    double ratio = Math.exp(distribution.logProbability(action) - lesson.logProbability());
    boolean isFar =
        lesson.advantage() > 0 ? ratio > 1 + settings.clip() : ratio < 1 - settings.clip();
    boolean counts = !isFar && !lesson.inference().isGuided();
    float[] gradient =
        distribution.ascent(
            action, counts ? ratio * lesson.advantage() : 0, settings.entropyWeight());
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = -gradient[i];
    }
    return gradient;
  }

  private TrainedNetwork valueStep(TrainedNetwork before, List<Lesson> lessons) {
    float[][] inputs =
        lessons.stream().map(this::valueInputs).flatMap(Stream::of).toArray(float[][]::new);
    Network.Pass forward = before.network().forward(inputs);
    double[] targets =
        lessons.stream()
            .flatMap(lesson -> lesson.targets().stream())
            .mapToDouble(target -> target)
            .toArray();
    float[][] gradients = new float[targets.length][1];
    for (int i = 0; i < targets.length; i++) {
      gradients[i][0] = (float) (2 * (forward.outputs()[i][0] - targets[i]));
    }
    return settings.value().step(before, forward.backward(gradients).times(1.0 / gradients.length));
  }

  private float[][] valueInputs(Lesson lesson) {
    return settings.credit().inputs(lesson.inference(), lesson.targets().size(), matrix);
  }

  private static ActionDistribution distribution(float[] outputs, Inference inference) {
    return ActionDistribution.of(outputs, inference.legal());
  }

  private static float[][] states(List<Inference> inferences) {
    return inferences.stream().map(Inference::state).toArray(float[][]::new);
  }
}
