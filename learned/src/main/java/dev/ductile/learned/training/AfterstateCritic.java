package dev.ductile.learned.training;

import dev.ductile.api.JobId;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.StateSpace;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Trains a network that predicts the reward of a job in a slot from the job's row in the state at
 * the end of its inferences (an afterstate: Sutton and Barto, 2018, Section 6.8). The same network
 * judges a state in the middle of a slot, as if no further task were added.
 */
final class AfterstateCritic {
  private final StateSpace space;
  private final ValueScale scale;
  private final int batch;
  private final ReplayBuffer<Example> examples;

  /**
   * A critic that has seen nothing.
   *
   * @param scale the scale of the outputs of its network
   * @param batch the examples of one step
   * @param memory the latest examples that it remembers
   */
  AfterstateCritic(StateSpace space, ValueScale scale, int batch, int memory) {
    this.space = space;
    this.scale = scale;
    this.batch = batch;
    this.examples = new ReplayBuffer<>(memory);
  }

  /** A job in a former slot: the input of the network, and the output that its reward shows. */
  private static final class Example {
    private final float[] input;
    private final double output;

    Example(float[] input, double output) {
      this.input = input;
      this.output = output;
    }
  }

  /**
   * Remembers the jobs of a slot that have a reward. That of a job without a place for its tasks
   * says nothing about its row.
   */
  void remember(Slot slot) {
    for (Batch jobs : slot.applied()) {
      for (int row = 0; row < jobs.jobs().size(); row++) {
        JobId job = jobs.jobs().get(row);
        Double reward = slot.rewards().get(job);
        if (reward != null && !slot.unplaced().contains(job)) {
          examples.add(
              new Example(space.withLogarithms(space.row(jobs.end(), row)), scale.output(reward)));
        }
      }
    }
  }

  /** The value network after some steps on random examples. */
  TrainedNetwork trained(TrainedNetwork before, Adam adam, int steps, RandomGenerator random) {
    TrainedNetwork value = before;
    for (int step = 0; step < steps && examples.size() > 0; step++) {
      value = step(value, adam, examples.draw(batch, random));
    }
    return value;
  }

  private static TrainedNetwork step(TrainedNetwork before, Adam adam, List<Example> drawn) {
    Network.Pass pass =
        before
            .network()
            .forward(drawn.stream().map(example -> example.input).toArray(float[][]::new));
    float[][] gradients = new float[drawn.size()][1];
    for (int i = 0; i < gradients.length; i++) {
      gradients[i][0] = (float) (2 * (pass.outputs()[i][0] - drawn.get(i).output));
    }
    return adam.step(before, pass.backward(gradients).times(1.0 / gradients.length));
  }

  /** The reward that a network expects for a job with this row. */
  double value(Network network, float[] row) {
    return scale.value(network.forward(space.withLogarithms(row))[0]);
  }
}
