package dev.ductile.bench;

import dev.ductile.api.Seed;
import dev.ductile.learned.dl2.Dl2Form;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.ImitationLoss;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.ModelShape;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.learned.training.Imitation;
import dev.ductile.learned.training.TrainingSettings;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A training step of the default policy network of dl2, by imitation of a batch of random states.
 * Each job has a type and random figures; a job may get tasks if its row has legal actions.
 */
final class RowNetworkSteps {
  private static final TrainingSettings SETTINGS = TrainingSettings.DEFAULTS;
  private static final TaskKinds TASKS = TaskKinds.WORKERS_AND_SERVERS;

  private final StateMatrix matrix =
      new StateMatrix(SETTINGS.jobs(), SETTINGS.types(), TASKS, Scales.NONE);
  private final RandomGenerator random = new Seed(1).stream("steps");
  private final Imitation imitation =
      new Imitation(
          ImitationLoss.CROSS_ENTROPY,
          Adam.withRate(LearnedNetworks.LEARNING_RATE),
          LearnedNetworks.BATCH);
  private final List<Inference> batch;
  private TrainedNetwork trained =
      TrainedNetwork.untrained(new Dl2Form().network(shape(), new Seed(1)));

  /**
   * Steps of an untrained network.
   *
   * @param jobs the jobs of each state
   * @param open the jobs that may get tasks
   */
  RowNetworkSteps(int jobs, int open) {
    this.batch =
        IntStream.range(0, LearnedNetworks.BATCH).mapToObj(_ -> inference(jobs, open)).toList();
  }

  private static ModelShape shape() {
    return new ModelShape(
        SETTINGS.jobs(),
        SETTINGS.types(),
        TASKS,
        SETTINGS.network(),
        SETTINGS.hidden(),
        Duration.ofHours(1));
  }

  void step() {
    trained = imitation.pass(trained, batch, random).network();
  }

  private Inference inference(int jobs, int open) {
    float[] state = new float[matrix.inputs()];
    for (int row = 0; row < jobs; row++) {
      writeJob(row, state);
    }
    boolean[] legal = new boolean[matrix.actions().size()];
    legal[matrix.actions().stop()] = true;
    int[] rows = random.ints(0, jobs).distinct().limit(open).toArray();
    for (int row : rows) {
      allow(row, legal);
    }
    int[] actions = IntStream.range(0, legal.length).filter(action -> legal[action]).toArray();
    return new Inference(state, legal, actions[random.nextInt(actions.length)], false);
  }

  private void writeJob(int row, float[] state) {
    int start = row * matrix.columns();
    state[start + random.nextInt(matrix.types())] = 1;
    for (int column = matrix.types(); column < matrix.columns(); column++) {
      state[start + column] = random.nextFloat();
    }
  }

  /** Makes at least one action of a row legal. */
  private void allow(int row, boolean[] legal) {
    int start = row * TASKS.actions();
    legal[start + random.nextInt(TASKS.actions())] = true;
    for (int action = 0; action < TASKS.actions(); action++) {
      legal[start + action] |= random.nextBoolean();
    }
  }
}
