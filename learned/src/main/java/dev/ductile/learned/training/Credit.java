package dev.ductile.learned.training;

import dev.ductile.learned.dl2.Inference;
import dev.ductile.learned.dl2.StateMatrix;

/** The parts of a reward that a value network predicts, and its inputs. */
public enum Credit {
  /**
   * The value of the whole state: of all jobs, those that will come included (DL2, Section 4.3).
   */
  CLUSTER {
    @Override
    public int inputs(StateMatrix matrix) {
      return matrix.inputs();
    }

    @Override
    float[][] inputs(Inference inference, int jobs, StateMatrix matrix) {
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
    public int inputs(StateMatrix matrix) {
      return 2 * matrix.columns() + matrix.kinds().figures() + 1;
    }

    @Override
    float[][] inputs(Inference inference, int jobs, StateMatrix matrix) {
      int columns = matrix.columns();
      float[] state = inference.state();
      float[][] inputs = new float[jobs][inputs(matrix)];
      for (int row = 0; row < jobs; row++) {
        System.arraycopy(state, row * columns, inputs[row], 0, columns);
        for (int figure = 0; figure < matrix.kinds().figures(); figure++) {
          float value = state[row * columns + matrix.types() + figure];
          inputs[row][2 * columns + figure] = (float) Math.log(value + LEAST);
        }
        inputs[row][inputs(matrix) - 1] = SUM * jobs;
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
  public abstract int inputs(StateMatrix matrix);

  /** The input for each value of a state with this number of jobs. */
  abstract float[][] inputs(Inference inference, int jobs, StateMatrix matrix);

  abstract Slot of(Slot slot);
}
