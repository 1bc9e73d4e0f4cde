package dev.ductile.learned.slot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ActionSpaceTest {
  @ParameterizedTest
  @CsvSource({"20, 61", "40, 121"})
  void eachJobHasThreeActionsAndOneStops(int rows, int size) {
    assertThat(new ActionSpace(rows, TaskKinds.WORKERS_AND_SERVERS).size()).isEqualTo(size);
  }

  @ParameterizedTest
  @EnumSource
  void everyIndexIsThatOfItsAction(TaskKinds kinds) {
    var actions = new ActionSpace(7, kinds);
    for (int index = 0; index < actions.size(); index++) {
      assertThat(actions.index(actions.action(index))).isEqualTo(index);
    }
    assertThat(actions.action(actions.stop())).isEqualTo(new Action.Stop());
  }

  @Test
  void actionsOfAJobAddAWorkerThenAServerThenBoth() {
    var actions = new ActionSpace(20, TaskKinds.WORKERS_AND_SERVERS);

    assertThat(actions.action(3)).isEqualTo(new Action.Add(1, Action.Tasks.WORKER));
    assertThat(actions.action(4)).isEqualTo(new Action.Add(1, Action.Tasks.SERVER));
    assertThat(actions.action(5)).isEqualTo(new Action.Add(1, Action.Tasks.BOTH));
  }
}
