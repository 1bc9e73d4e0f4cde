package dev.ductile.learned.dl2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.policy.ModelShape;
import dev.ductile.learned.policy.NetworkKind;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.Action;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.JobRow;
import dev.ductile.learned.slot.TaskKinds;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class Dl2FormTest {
  @ParameterizedTest
  @CsvSource({
    "DENSE, WORKERS_AND_SERVERS, 28, 13",
    "ROWS, WORKERS_AND_SERVERS, 28, 13",
    "DENSE, WORKERS, 24, 5",
    "ROWS, WORKERS, 24, 5"
  })
  void aPolicyNetworkTakesTheStateAndGivesAnOutputForEachAction(
      NetworkKind network, TaskKinds kinds, int inputs, int outputs) {
    Network policy = network(shape(4, network, kinds));

    assertThat(policy.inputs()).isEqualTo(inputs);
    assertThat(policy.outputs()).isEqualTo(outputs);
    assertThat(policy.forward(new float[inputs])).hasSize(outputs);
  }

  /** The same two jobs in other rows. */
  @ParameterizedTest
  @EnumSource
  void sharedWeightsGiveAJobTheSameOutputsInEveryRow(TaskKinds kinds) {
    ModelShape shape = shape(4, NetworkKind.ROWS, kinds);
    Network policy = network(shape);
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

    assertThat(network(shape(4, NetworkKind.ROWS, kinds)).parameters())
        .isEqualTo(network(shape(90, NetworkKind.ROWS, kinds)).parameters())
        .isEqualTo(expected);
    assertThat(network(shape(4, NetworkKind.DENSE, kinds)).parameters())
        .isNotEqualTo(network(shape(90, NetworkKind.DENSE, kinds)).parameters());
  }

  private static float[] state(ModelShape shape, int rowOfFirst, int rowOfSecond) {
    var matrix = new StateMatrix(shape.jobs(), shape.types(), shape.tasks(), Scales.NONE);
    float[] state = new float[matrix.inputs()];
    matrix.write(new JobRow(OptionalInt.of(0), 3, 40, 0.25, 2, 1), rowOfFirst, state);
    matrix.write(new JobRow(OptionalInt.of(1), 7, 5, 0.5, 4, 3), rowOfSecond, state);
    return state;
  }

  private static Network network(ModelShape shape) {
    return new Dl2Form().network(shape, new Seed(1));
  }

  private static ModelShape shape(int jobs, NetworkKind network, TaskKinds kinds) {
    return new ModelShape(jobs, 2, kinds, network, List.of(8), Duration.ofMinutes(20));
  }
}
