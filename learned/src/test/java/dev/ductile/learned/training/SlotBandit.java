package dev.ductile.learned.training;

import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.RowNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.JobRow;
import dev.ductile.learned.slot.TaskKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/**
 * Slots of two jobs that are always the same. A job may have up to three workers, and its reward is
 * its workers times a worth.
 *
 * @param first the worth of a worker of the first job
 * @param second the worth of a worker of the second job
 * @param guided whether all actions are those of exploration
 */
record SlotBandit(double first, double second, boolean guided) {
  static final StateMatrix MATRIX =
      new StateMatrix(2, 2, TaskKinds.WORKERS, new Scales(1, 0.1, 1, 0.3));
  static final int STOP = new ActionSpace(2, TaskKinds.WORKERS).stop();

  private static final JobId A = new JobId("a");
  private static final JobId B = new JobId("b");
  private static final int MOST = 3;

  static ActorCritic.Networks untrained() {
    return new ActorCritic.Networks(
        TrainedNetwork.untrained(
            RowNetwork.random(new Seed(1), MATRIX.rows(), MATRIX.columns(), 4, 1, List.of(16))),
        TrainedNetwork.untrained(DenseNetwork.random(new Seed(2), MATRIX.inputsOfRow(), 16, 1)));
  }

  /** The probabilities of the actions at the beginning of a slot: first job, second job, stop. */
  static ActionDistribution atFirst(TrainedNetwork policy) {
    return distribution(policy.network(), new int[2]);
  }

  private static ActionDistribution distribution(Network policy, int[] workers) {
    return ActionDistribution.of(policy.forward(state(workers)), legal(workers));
  }

  /** The networks after this number of slots. */
  ActorCritic.Networks after(int slots, SlotLearning learning, RandomGenerator random) {
    ActorCritic.Networks networks = untrained();
    for (int slot = 0; slot < slots; slot++) {
      networks = learning.learn(networks, slot(networks.policy().network(), random));
    }
    return networks;
  }

  private Slot slot(Network policy, RandomGenerator random) {
    var inferences = new ArrayList<Inference>();
    int[] workers = new int[2];
    boolean stopped = false;
    while (!stopped && workers[0] + workers[1] < 2 * MOST) {
      int action = distribution(policy, workers).sample(random);
      inferences.add(
          new Inference(state(workers), legal(workers), action, guided, rowsAfter(workers)));
      stopped = action == STOP;
      if (!stopped) {
        workers[action]++;
      }
    }
    return new Slot(
        List.of(new Batch(List.of(A, B), List.of(), inferences, state(workers))),
        Map.of(A, first * workers[0], B, second * workers[1]),
        List.of());
  }

  private static boolean[] legal(int[] workers) {
    return new boolean[] {workers[0] < MOST, workers[1] < MOST, true};
  }

  private static float[] state(int[] workers) {
    float[] state = new float[MATRIX.inputs()];
    for (int row = 0; row < workers.length; row++) {
      MATRIX.write(job(row, workers[row]), row, state);
    }
    return state;
  }

  private static float[][] rowsAfter(int[] workers) {
    float[][] rows = new float[STOP + 1][0];
    for (int row = 0; row < workers.length; row++) {
      rows[row] = new float[MATRIX.columns()];
      MATRIX.write(job(row, workers[row] + 1), 0, rows[row]);
    }
    return rows;
  }

  private static JobRow job(int type, int workers) {
    return new JobRow(OptionalInt.of(type), 1, 10, 0.1 * workers, workers, 0);
  }
}
