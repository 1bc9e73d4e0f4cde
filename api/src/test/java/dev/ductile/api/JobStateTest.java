package dev.ductile.api;

import static dev.ductile.api.JobState.CANCELLED;
import static dev.ductile.api.JobState.FAILED;
import static dev.ductile.api.JobState.QUEUED;
import static dev.ductile.api.JobState.RESCALING;
import static dev.ductile.api.JobState.RUNNING;
import static dev.ductile.api.JobState.STARTING;
import static dev.ductile.api.JobState.SUCCEEDED;
import static dev.ductile.api.JobState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class JobStateTest {
  private static final Set<JobState> ENDS = EnumSet.of(SUCCEEDED, FAILED, CANCELLED);

  @Test
  void aStateFollowsOnlyThoseThatMayComeBeforeIt() {
    Map<JobState, Set<JobState>> next =
        Map.of(
            QUEUED, EnumSet.of(STARTING),
            STARTING, EnumSet.of(RUNNING, RESCALING, UNKNOWN, QUEUED),
            RUNNING, EnumSet.of(RESCALING, UNKNOWN, QUEUED),
            RESCALING, EnumSet.of(RUNNING, UNKNOWN, QUEUED),
            UNKNOWN, EnumSet.of(RUNNING, RESCALING, QUEUED));
    for (JobState state : JobState.values()) {
      for (JobState other : JobState.values()) {
        boolean expected =
            state == other
                || next.getOrDefault(state, Set.of()).contains(other)
                || (next.containsKey(state) && ENDS.contains(other));
        assertThat(state.canBecome(other)).as("%s to %s", state, other).isEqualTo(expected);
      }
      assertThat(state.isOver()).as("%s", state).isEqualTo(ENDS.contains(state));
    }
  }
}
