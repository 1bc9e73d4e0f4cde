package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Size;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.SpeedCurve;
import dev.ductile.rest.SpeedPoint;
import dev.ductile.rest.TaskCounts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RecordedSpeedsTest {
  @Test
  void aJobThatIsOverKeepsTheSpeedsAtTheSizesThatItHad() {
    SpeedCurve curve =
        RecordedSpeeds.of(
            List.of(change(1, 10.0, 9.0), change(2, 18.0, 16.0), change(1, 9.5, 9.2)),
            Map.of(Size.workers(2), 17.0));

    assertThat(curve.model()).isEqualTo("recorded");
    assertThat(curve.points())
        .containsExactly(
            new SpeedPoint(new TaskCounts(1, 0), 9.5, 9.5, 9.5, Optional.of(9.2)),
            new SpeedPoint(new TaskCounts(2, 0), 18, 18, 18, Optional.of(17.0)));
  }

  @Test
  void aJobThatNeverRanHasNone() {
    assertThat(RecordedSpeeds.of(List.of(), Map.of()).points()).isEmpty();
  }

  private static JobChange change(int workers, double predicted, double measured) {
    return new JobChange(
        Instant.EPOCH,
        "allocated",
        new TaskCounts(0, 0),
        new TaskCounts(workers, 0),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(predicted),
        Optional.of(measured));
  }
}
