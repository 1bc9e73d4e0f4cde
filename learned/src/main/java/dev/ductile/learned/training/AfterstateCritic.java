package dev.ductile.learned.training;

import dev.ductile.learned.dl2.Batch;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Judges the state after an action (an afterstate: Sutton and Barto, 2018, Section 6.8) by the
 * reward of a slot that would begin with it: the sum over jobs of a value that depends on a job's
 * own row only. It learns from the rewards of jobs in former slots, each with the tasks that the
 * job had in it.
 */
final class AfterstateCritic {
  private static final float LEAST = 0.01f;

  private final StateMatrix matrix;
  private final ValueScale scale;
  private final int batch;
  private final int most;
  private final List<float[]> inputs = new ArrayList<>();
  private final List<Double> outputs = new ArrayList<>();
  private int oldest;

  /**
   * A critic that has seen nothing.
   *
   * @param batch the jobs of a step
   * @param most the latest jobs of slots that it remembers
   */
  AfterstateCritic(StateMatrix matrix, ValueScale scale, int batch, int most) {
    this.matrix = matrix;
    this.scale = scale;
    this.batch = batch;
    this.most = most;
  }

  /** The inputs of the value network; it has one output. */
  static int inputs(StateMatrix matrix) {
    return matrix.columns() + matrix.kinds().figures();
  }

  void remember(Slot slot) {
    for (Batch jobs : slot.batches()) {
      for (int row = 0; row < jobs.jobs().size(); row++) {
        remember(input(jobs.end(), row), scale.output(slot.reward(jobs.jobs().get(row))));
      }
    }
  }

  private void remember(float[] input, double output) {
    if (inputs.size() < most) {
      inputs.add(input);
      outputs.add(output);
    } else {
      inputs.set(oldest, input);
      outputs.set(oldest, output);
      oldest = (oldest + 1) % most;
    }
  }

  /** The value network after some steps on former slots. */
  TrainedNetwork trained(TrainedNetwork before, Adam adam, int steps, RandomGenerator draws) {
    TrainedNetwork value = before;
    for (int step = 0; step < steps && !inputs.isEmpty(); step++) {
      value = step(value, adam, draws);
    }
    return value;
  }

  private TrainedNetwork step(TrainedNetwork before, Adam adam, RandomGenerator draws) {
    int[] drawn = draws.ints(batch, 0, inputs.size()).toArray();
    Network.Pass pass =
        before
            .network()
            .forward(Arrays.stream(drawn).mapToObj(inputs::get).toArray(float[][]::new));
    float[][] gradients = new float[batch][1];
    for (int i = 0; i < batch; i++) {
      gradients[i][0] = (float) (2 * (pass.outputs()[i][0] - outputs.get(drawn[i])));
    }
    return adam.step(before, pass.backward(gradients).times(1.0 / batch));
  }

  /** The value of the job in a row of a state. */
  double value(Network network, float[] state, int row) {
    return scale.value(network.forward(input(state, row))[0]);
  }

  /** The row of a job, with the logarithms of its figures. */
  private float[] input(float[] state, int row) {
    int columns = matrix.columns();
    float[] input = new float[inputs(matrix)];
    System.arraycopy(state, row * columns, input, 0, columns);
    for (int figure = 0; figure < matrix.kinds().figures(); figure++) {
      input[columns + figure] = (float) Math.log(input[matrix.types() + figure] + LEAST);
    }
    return input;
  }
}
