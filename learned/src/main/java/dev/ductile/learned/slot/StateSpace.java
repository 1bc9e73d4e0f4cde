package dev.ductile.learned.slot;

import dev.ductile.learned.model.StateFeature;
import dev.ductile.policies.sizing.Budget;
import java.util.Arrays;
import java.util.List;

/** The inputs of a network: a row of figures for each job. */
public interface StateSpace {
  /** What is added to a figure before its logarithm is taken. */
  float LEAST = 0.01f;

  ActionSpace actions();

  /** The length of a row. */
  int columns();

  /** The figures at the end of each row, without their ranges. */
  List<StateFeature> figures();

  /** The dominant share of the job in a row. */
  double share(float[] row);

  /** The inputs of a network that judges one row. */
  default int inputsOfRow() {
    return columns() + logarithms();
  }

  /** A row and the logarithms of its last figures, which are the inputs of such a network. */
  default float[] withLogarithms(float[] row) {
    float[] inputs = Arrays.copyOf(row, inputsOfRow());
    for (int figure = 0; figure < logarithms(); figure++) {
      float value = row[row.length - logarithms() + figure];
      inputs[row.length + figure] = (float) Math.log(value + LEAST);
    }
    return inputs;
  }

  /** A copy of a row of a state. */
  default float[] row(float[] state, int row) {
    return Arrays.copyOfRange(state, row * columns(), (row + 1) * columns());
  }

  /** The state of a slot in which these jobs are decided. */
  SlotState state(List<Seat> seats, Budget budget);

  /** The last figures of a row that are never negative, and whose logarithms are figures, too. */
  default int logarithms() {
    return 0;
  }

  /** The jobs that a network sees at once. */
  default int rows() {
    return actions().rows();
  }

  default int inputs() {
    return rows() * columns();
  }

  /** The state while a slot is decided. */
  interface SlotState {
    /** The input of the network, which later actions change. */
    float[] values();

    /** The row of a job that has these tasks. */
    float[] row(Seat seat);

    /** Writes the figures of the job in this row, which has got tasks. */
    void added(int row);
  }
}
