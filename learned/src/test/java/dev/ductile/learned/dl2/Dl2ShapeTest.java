package dev.ductile.learned.dl2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.Network;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class Dl2ShapeTest {
  @ParameterizedTest
  @CsvSource({
    "DENSE, WORKERS_AND_SERVERS, 28, 13",
    "ROWS, WORKERS_AND_SERVERS, 28, 13",
    "DENSE, WORKERS, 24, 5",
    "ROWS, WORKERS, 24, 5"
  })
  void aPolicyNetworkTakesTheStateAndGivesAnOutputForEachAction(
      NetworkKind network, TaskKinds kinds, int inputs, int outputs) {
    Network policy = shape(4, network, kinds).policy(new Seed(1));

    assertThat(policy.inputs()).isEqualTo(inputs);
    assertThat(policy.outputs()).isEqualTo(outputs);
    assertThat(policy.forward(new float[inputs])).hasSize(outputs);
  }

  /** The same two jobs in other rows. */
  @ParameterizedTest
  @EnumSource
  void sharedWeightsGiveAJobTheSameOutputsInEveryRow(TaskKinds kinds) {
    Dl2Shape shape = shape(4, NetworkKind.ROWS, kinds);
    Network policy = shape.policy(new Seed(1));
    var actions = new ActionSpace(4, kinds);

    float[] outputs = policy.forward(state(shape, 0, 1));
    float[] moved = policy.forward(state(shape, 3, 2));

    for (Action.Tasks tasks : actions.ofJob()) {
      assertThat(moved[actions.index(3, tasks)])
          .isCloseTo(outputs[actions.index(0, tasks)], within(1e-5f))
          .isNotEqualTo(outputs[actions.index(1, tasks)]);
      assertThat(moved[actions.index(2, tasks)])
          .isCloseTo(outputs[actions.index(1, tasks)], within(1e-5f));
    }
    assertThat(moved[actions.stop()]).isCloseTo(outputs[actions.stop()], within(1e-5f));
  }

  /** Without servers as well, each figure of a job is seen as a logarithm: also the last one. */
  @ParameterizedTest
  @EnumSource
  void sharedWeightsDoNotDependOnTheNumberOfJobs(TaskKinds kinds) {
    int columns = 2 + kinds.figures();
    int inputs = 2 * columns + kinds.figures() + 2;
    int expected = (inputs + 1) * 8 + (8 + 1) * kinds.actions();

    assertThat(shape(4, NetworkKind.ROWS, kinds).policy(new Seed(1)).parameters())
        .isEqualTo(shape(90, NetworkKind.ROWS, kinds).policy(new Seed(1)).parameters())
        .isEqualTo(expected);
    assertThat(shape(4, NetworkKind.DENSE, kinds).policy(new Seed(1)).parameters())
        .isNotEqualTo(shape(90, NetworkKind.DENSE, kinds).policy(new Seed(1)).parameters());
  }

  private static float[] state(Dl2Shape shape, int rowOfFirst, int rowOfSecond) {
    StateMatrix matrix = shape.matrix(Scales.NONE);
    float[] state = new float[matrix.inputs()];
    matrix.write(new StateMatrix.JobRow(OptionalInt.of(0), 3, 40, 0.25, 2, 1), rowOfFirst, state);
    matrix.write(new StateMatrix.JobRow(OptionalInt.of(1), 7, 5, 0.5, 4, 3), rowOfSecond, state);
    return state;
  }

  private static Dl2Shape shape(int jobs, NetworkKind network, TaskKinds kinds) {
    return new Dl2Shape(jobs, 2, kinds, network, List.of(8), Duration.ofMinutes(20));
  }
}
