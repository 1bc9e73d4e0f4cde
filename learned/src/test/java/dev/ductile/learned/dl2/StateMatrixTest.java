package dev.ductile.learned.dl2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.JobRow;
import dev.ductile.learned.slot.TaskKinds;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StateMatrixTest {
  @Test
  void aRowHasTheTypeThenTheFiguresAndAbsentJobsAreZero() {
    var matrix = new StateMatrix(4, 3, TaskKinds.WORKERS_AND_SERVERS, Scales.NONE);
    float[] state = new float[matrix.inputs()];

    matrix.write(job(2, 3, 40, 0.25, 2, 1), 0, state);
    matrix.write(job(0, 0, 100, 0, 0, 0), 1, state);
    matrix.write(job(1, 7, 5, 0.5, 4, 3), 2, state);

    assertThat(state)
        .containsExactly(
            0, 0, 1, 3, 40, 0.25f, 2, 1, //
            1, 0, 0, 0, 100, 0, 0, 0, //
            0, 1, 0, 7, 5, 0.5f, 4, 3, //
            0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void aJobOfUnknownTypeHasNone() {
    var matrix = new StateMatrix(1, 2, TaskKinds.WORKERS, Scales.NONE);
    float[] state = new float[matrix.inputs()];

    matrix.write(new JobRow(OptionalInt.empty(), 1, 2, 0.5, 4, 0), 0, state);

    assertThat(state).containsExactly(0, 0, 1, 2, 0.5f, 4);
  }

  @Test
  void figuresAreScaled() {
    var matrix =
        new StateMatrix(1, 1, TaskKinds.WORKERS_AND_SERVERS, new Scales(0.5, 0.1, 2, 0.25));
    float[] state = new float[matrix.inputs()];

    matrix.write(job(0, 3, 40, 0.25, 2, 1), 0, state);

    assertThat(state).containsExactly(1, 1.5f, 4, 0.5f, 0.5f, 0.25f);
  }

  private static JobRow job(
      int type, double slots, double remaining, double share, int workers, int servers) {
    return new JobRow(OptionalInt.of(type), slots, remaining, share, workers, servers);
  }
}
