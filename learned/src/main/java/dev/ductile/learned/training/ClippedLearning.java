package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.StateSpace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Improves the networks by several passes over the latest slots, whose actions the present network
 * has chosen. DL2 does not do so.
 */
final class ClippedLearning implements SlotLearning {
  /**
   * The settings of learning from the latest slots.
   *
   * @param policy the step of the policy network
   * @param value the optimiser of the value network
   * @param credit the parts of a reward that the value network predicts
   * @param slots the slots that are collected before the networks change
   * @param passes the passes over their inferences
   * @param batch the inferences of a step
   * @param preparation the first changes, which only train the value network
   */
  record Settings(
      ClippedStep policy,
      Adam value,
      Credit credit,
      Advantages advantages,
      int slots,
      int passes,
      int batch,
      int preparation) {}

  private final Settings settings;
  private final StateSpace space;
  private final RandomGenerator draws;
  private final List<Slot> latest = new ArrayList<>();
  private int changes;

  ClippedLearning(Settings settings, StateSpace space, Seed seed) {
    this.settings = settings;
    this.space = space;
    this.draws = seed.stream("clipped");
  }

  /** An inference to learn from, with its normalised advantage. */
  private record Lesson(ClippedStep.Lesson action, List<Double> targets) {}

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
      for (var batch : Minibatches.shuffled(lessons, settings.batch(), draws)) {
        networks = step(networks, batch);
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
              ClippedStep.Lesson.of(
                  one.inference(),
                  (one.advantage() - mean) / deviation,
                  networks.policy().network()),
              one.targets()));
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
    float[][] inputs = settings.credit().inputs(inference, batch.jobs().size(), space);
    float[][] outputs = network.forward(inputs).outputs();
    float[] values = new float[outputs.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = outputs[i][0];
    }
    return values;
  }

  private ActorCritic.Networks step(ActorCritic.Networks before, List<Lesson> lessons) {
    boolean prepares = changes <= settings.preparation();
    return new ActorCritic.Networks(
        prepares
            ? before.policy()
            : settings
                .policy()
                .step(before.policy(), lessons.stream().map(Lesson::action).toList()),
        valueStep(before.value(), lessons));
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
    return settings.credit().inputs(lesson.action().inference(), lesson.targets().size(), space);
  }
}
