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
 */
class AfterstateAdvantagesTest {
  private static final StateMatrix MATRIX =
      new StateMatrix(2, 1, TaskKinds.WORKERS, new Scales(1, 1, 2, 1));
  private static final double[] SHARES = {0.1, 0.5};
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int STOP = new ActionSpace(2, TaskKinds.WORKERS).stop();

  /** A worker is worth 1 to the first job and 3 to the second one. */
  @Test
  void aGainIsComparedWithTheMeanOfTheNearbyActions() {
    assertThat(advantages(0, List.of(FIRST, SECOND)))
        .containsExactly(new double[] {1 - 2, 3 - 2}, within(1e-6));
  }

  /** The first job gains 1 for a tenth, the second one 3 for a half. */
  @Test
  void aGainMayBeComparedPerShare() {
    assertThat(advantages(1, List.of(FIRST, SECOND)))
        .containsExactly(new double[] {10 - 8, 6 - 8}, within(1e-5));
  }

  @Test
  void theActionThatStopsGainsNothingAndIsNotInTheMean() {
    assertThat(advantages(0, List.of(FIRST, SECOND, STOP)))
        .containsExactly(new double[] {-1, 1, -2}, within(1e-6));
    assertThat(advantages(0, List.of(STOP))).containsExactly(0);
  }

  /** Ten actions of 1, then ten of 3: the means differ only near the change. */
  @Test
  void distantActionsAreNotInTheMean() {
    var actions = new ArrayList<Integer>();
    for (int i = 0; i < 20; i++) {
      actions.add(i < 10 ? FIRST : SECOND);
    }

    double[] advantages = advantages(0, actions);

    assertThat(advantages[5]).isCloseTo(0, within(1e-6));
    assertThat(advantages[6]).isCloseTo(1 - (8 + 3) / 9.0, within(1e-6));
    assertThat(advantages[13]).isCloseTo(3 - (8 * 3 + 1) / 9.0, within(1e-6));
    assertThat(advantages[14]).isCloseTo(0, within(1e-6));
  }

  @Test
  void aWorkerThatNeedsAlmostNothingIsNotInfinitelyGood() {
    float[] end = new float[MATRIX.inputs()];
    MATRIX.write(row(1, 0), 0, end);
    var inference = new Inference(state(0, 0), new boolean[] {true, true, true}, FIRST, false);
    var batch = new Batch(List.of(new JobId("a")), List.of(inference), end);

    List<AfterstateAdvantages.ActionAdvantage> advantages =
        new AfterstateAdvantages(MATRIX, 1).of(batch, AfterstateAdvantagesTest::workers);

    assertThat(advantages)
        .extracting(AfterstateAdvantages.ActionAdvantage::advantage)
        .containsExactly(0.0);
  }

  private static double[] advantages(double perShare, List<Integer> actions) {
    var inferences = new ArrayList<Inference>();
    int[] workers = new int[2];
    for (int action : actions) {
      float[] state = state(workers[0], workers[1]);
      inferences.add(new Inference(state, new boolean[] {true, true, true}, action, false));
      if (action != STOP) {
        workers[action]++;
      }
    }
    var batch =
        new Batch(
            List.of(new JobId("a"), new JobId("b")), inferences, state(workers[0], workers[1]));
    return new AfterstateAdvantages(MATRIX, perShare)
        .of(batch, (state, row) -> (row == 0 ? 1 : 3) * workers(state, row)).stream()
            .mapToDouble(AfterstateAdvantages.ActionAdvantage::advantage)
            .toArray();
  }

  private static float workers(float[] state, int row) {
    return state[(row + 1) * MATRIX.columns() - 1];
  }

  private static float[] state(int first, int second) {
    float[] state = new float[MATRIX.inputs()];
    MATRIX.write(row(first, SHARES[0]), 0, state);
    MATRIX.write(row(second, SHARES[1]), 1, state);
    return state;
  }

  private static JobRow row(int workers, double share) {
    return new JobRow(OptionalInt.of(0), 0, 100, workers * share, workers, 0);
  }
}
