package dev.ductile.learned.training;

import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.StateSpace;

/** The parts of a reward that a value network predicts, and its inputs. */
public enum Credit {
  /**
   * The value of the whole state: of all jobs, those that will come included (DL2, Section 4.3).
   */
  CLUSTER {
    @Override
    public int inputs(StateSpace space) {
      return space.inputs();
    }

    @Override
    float[][] inputs(Inference inference, int jobs, StateSpace space) {
      return new float[][] {inference.state()};
    }

    @Override
    Slot of(Slot slot) {
      return slot.asOneJob();
    }
  },
  /**
   * The value of each present job, from its row and the sum of all rows. One network serves all
   * rows, so that it learns from every job of every inference.
   */
  JOBS {
    @Override
    public int inputs(StateSpace space) {
      return 2 * space.columns() + space.logarithms() + 1;
    }

    @Override
    float[][] inputs(Inference inference, int jobs, StateSpace space) {
      int columns = space.columns();
      float[] state = inference.state();
      float[][] inputs = new float[jobs][inputs(space)];
      for (int row = 0; row < jobs; row++) {
        System.arraycopy(state, row * columns, inputs[row], 0, columns);
        for (int figure = 0; figure < space.logarithms(); figure++) {
          float value = state[(row + 1) * columns - space.logarithms() + figure];
          inputs[row][2 * columns + figure] = (float) Math.log(value + LEAST);
        }
        inputs[row][inputs(space) - 1] = SUM * jobs;
      }
      for (int column = 0; column < columns; column++) {
        float sum = 0;
        for (int row = 0; row < jobs; row++) {
          sum += state[row * columns + column];
        }
        for (int row = 0; row < jobs; row++) {
          inputs[row][columns + column] = SUM * sum;
        }
      }
      return inputs;
    }

    @Override
    Slot of(Slot slot) {
      return slot;
    }
  };

  private static final float SUM = 0.1f;
  private static final float LEAST = 0.01f;

  /** The inputs of the value network; it has one output. */
  public abstract int inputs(StateSpace space);

  /** The input for each value of a state with this number of jobs. */
  abstract float[][] inputs(Inference inference, int jobs, StateSpace space);

  abstract Slot of(Slot slot);
}
