package dev.ductile.learned.training;

import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.ImitationLoss;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Inference;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Supervised learning of a policy network from the inferences of a teacher (DL2, Section 4.2). */
public final class Imitation {
  private final ImitationLoss loss;
  private final Adam adam;
  private final int batch;
  private final double smoothing;

  public Imitation(ImitationLoss loss, Adam adam, int batch) {
    this(loss, adam, batch, 0);
  }

  /**
   * Imitation that leaves some probability to the other actions, from which reinforcement explores.
   *
   * @param batch the inferences of a step
   * @param smoothing the probability with which any legal action is taught
   */
  public Imitation(ImitationLoss loss, Adam adam, int batch, double smoothing) {
    this.loss = loss;
    this.adam = adam;
    this.batch = batch;
    this.smoothing = smoothing;
  }

  /**
   * A network after one pass over all inferences, with the mean loss of the pass.
   *
   * @param loss the mean of the losses, each before the step that it led to
   */
  public record Pass(TrainedNetwork network, double loss) {}

  public Pass pass(TrainedNetwork before, List<Inference> inferences, RandomGenerator random) {
    TrainedNetwork network = before;
    double sum = 0;
    for (var lessons : Minibatches.shuffled(new ArrayList<>(inferences), batch, random)) {
      Pass step = step(network, lessons, random);
      network = step.network();
      sum += step.loss();
    }
    return new Pass(network, sum / Math.max(1, inferences.size()));
  }

  /** One step of the optimiser; the loss is a sum. */
  private Pass step(TrainedNetwork before, List<Inference> inferences, RandomGenerator random) {
    Network.Pass forward = Inference.forward(before.network(), inferences);
    float[][] gradients = new float[inferences.size()][];
    double sum = 0;
    for (int i = 0; i < gradients.length; i++) {
      Inference inference = inferences.get(i);
      var distribution = ActionDistribution.of(forward.outputs()[i], inference.legal());
      sum += loss.value(distribution, inference.action());
      int taught = random.nextDouble() < smoothing ? any(inference, random) : inference.action();
      gradients[i] = loss.gradient(distribution, taught);
    }
    var mean = forward.backward(gradients).times(1.0 / gradients.length);
    return new Pass(adam.step(before, mean), sum);
  }

  /** One of the legal actions. */
  private static int any(Inference inference, RandomGenerator random) {
    boolean[] legal = inference.legal();
    int[] actions = IntStream.range(0, legal.length).filter(action -> legal[action]).toArray();
    return actions[random.nextInt(actions.length)];
  }
}
