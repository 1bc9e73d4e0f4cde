package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.JobId;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.JobRow;
import dev.ductile.learned.slot.TaskKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/**
 * Two jobs of workers; a worker of the first takes a tenth of the cluster, of the second a half.
 * The value of a job is the square of its workers, of the second one three times as much.
 */
class ActionGainsTest {
  private static final StateMatrix MATRIX =
      new StateMatrix(2, 2, TaskKinds.WORKERS, new Scales(1, 1, 2, 1));
  private static final double[] SHARES = {0.1, 0.5};
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int STOP = new ActionSpace(2, TaskKinds.WORKERS).stop();
  private static final boolean[] LEGAL = {true, true, true};

  @Test
  void everyLegalActionHasAGainAndNotOnlyTheChosenOne() {
    List<float[]> gains = gains(0, LEGAL, FIRST, FIRST, SECOND, STOP);

    assertThat(gains).hasSize(4);
    assertThat(gains.get(0)).containsExactly(new float[] {1, 3, 0}, within(1e-5f));
    assertThat(gains.get(1)).containsExactly(new float[] {3, 3, 0}, within(1e-5f));
    assertThat(gains.get(2)).containsExactly(new float[] {5, 3, 0}, within(1e-5f));
    assertThat(gains.get(3)).containsExactly(new float[] {5, 9, 0}, within(1e-5f));
  }

  @Test
  void aGainMayBeComparedPerShare() {
    assertThat(gains(1, LEGAL, FIRST).getFirst())
        .containsExactly(new float[] {10, 6, 0}, within(1e-4f));
    assertThat(gains(0.5, LEGAL, FIRST).getFirst())
        .containsExactly(
            new float[] {(float) Math.sqrt(10), (float) (3 * Math.sqrt(2)), 0}, within(1e-4f));
  }

  @Test
  void anIllegalActionGainsNothing() {
    assertThat(gains(0, new boolean[] {true, false, true}, FIRST).getFirst())
        .containsExactly(new float[] {1, 0, 0}, within(1e-5f));
  }

  @Test
  void aTaskThatNeedsAlmostNothingIsNotInfinitelyGood() {
    var inference =
        new Inference(state(0, 0), LEGAL, FIRST, false, new float[][] {row(0, 0), row(1, 1), {}});

    assertThat(gains(1, List.of(inference)).getFirst())
        .containsExactly(new float[] {0, 6, 0}, within(1e-4f));
    var free =
        new Inference(
            state(0, 0), LEGAL, FIRST, false, new float[][] {written(0, 1, 0), row(1, 1), {}});
    assertThat(gains(1, List.of(free)).getFirst()[FIRST]).isCloseTo(1000, within(0.1f));
  }

  @Test
  void noInferencesHaveNoGains() {
    assertThat(gains(1, List.of())).isEmpty();
  }

  private static List<float[]> gains(double perShare, boolean[] legal, int... actions) {
    var inferences = new ArrayList<Inference>();
    int[] workers = new int[2];
    for (int action : actions) {
      float[][] after = {row(0, workers[0] + 1), row(1, workers[1] + 1), {}};
      inferences.add(new Inference(state(workers[0], workers[1]), legal, action, false, after));
      if (action != STOP) {
        workers[action]++;
      }
    }
    return gains(perShare, inferences);
  }

  private static List<float[]> gains(double perShare, List<Inference> inferences) {
    var batch = new Batch(List.of(new JobId("a"), new JobId("b")), inferences);
    return new ActionGains(MATRIX, perShare).of(batch, ActionGainsTest::value);
  }

  private static double value(float[] row) {
    float workers = row[row.length - 1];
    return (row[0] == 1 ? 1 : 3) * workers * workers;
  }

  private static float[] state(int first, int second) {
    float[] state = new float[MATRIX.inputs()];
    MATRIX.write(job(0, first, first * SHARES[0]), 0, state);
    MATRIX.write(job(1, second, second * SHARES[1]), 1, state);
    return state;
  }

  private static float[] row(int job, int workers) {
    return written(job, workers, workers * SHARES[job]);
  }

  private static float[] written(int job, int workers, double share) {
    float[] row = new float[MATRIX.columns()];
    MATRIX.write(job(job, workers, share), 0, row);
    return row;
  }

  private static JobRow job(int type, int workers, double share) {
    return new JobRow(OptionalInt.of(type), 0, 100, share, workers, 0);
  }
}
