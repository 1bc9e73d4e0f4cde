package dev.ductile.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.master.report.JobPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A job that is saved each 100 steps, and makes a step each millisecond. */
final class SaveCheckTest {
  private static final long MILLI = 1_000_000;

  private final VirtualTime time = new VirtualTime();
  private final SaveCheck watch = new SaveCheck(time, Optional.of(100L), 150 * MILLI);
  private final List<String> complaints = new ArrayList<>();

  /** The failed check if the newest checkpoint is that of step 100. */
  private boolean complains(int from, int to, JobPhase phase) {
    for (int step = from; step < to; step++) {
      time.next(time.now() + MILLI);
      watch.look(phase, step, 100).ifPresent(complaints::add);
    }
    return !complaints.isEmpty();
  }

  @Test
  void aSaveMayTakeSomeTime() {
    assertThat(complains(101, 300, JobPhase.RUNNING)).isFalse();
  }

  @Test
  void aMissingSaveIsReported() {
    assertThat(complains(101, 400, JobPhase.RUNNING)).isTrue();
  }

  @Test
  void aReconfigurationMayDelayASave() {
    complains(101, 300, JobPhase.RUNNING);
    complains(300, 301, JobPhase.HALTING);
    assertThat(complains(301, 400, JobPhase.RUNNING)).isFalse();
  }

  @Test
  void aJobThatIsSavedInTimePasses() {
    watch.look(JobPhase.RUNNING, 199, 100);
    time.next(500 * MILLI);
    assertThat(watch.look(JobPhase.RUNNING, 299, 200)).isEmpty();
  }
}
