package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Origin;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.models.fit.FittedModel;
import dev.ductile.scenario.Constant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SpeedSourceTest {
  private static final Origin FIRST = new Origin("ads", "ads-4", "");
  private static final Origin AGAIN = FIRST.withSpeedFrom(new JobId("ads-3"));

  @Test
  void anUnknownSpeedHasNoSource() {
    assertThat(SpeedSource.of(track(FIRST, SpeedSpec.UNKNOWN))).isEmpty();
  }

  @Test
  void aSpeedOfTheFileIsNotMeasured() {
    assertThat(SpeedSource.of(track(FIRST, new Constant(4).spec())))
        .contains("the job file, not measured");
  }

  @Test
  void aSpeedOfAnEarlierJobNamesTheJobAndItsSizes() {
    assertThat(
            SpeedSource.of(track(AGAIN, fitted(Size.workers(4), Size.workers(1), Size.workers(2)))))
        .contains("speeds of job ads-3, measured at 1, 2 and 4 workers");
    assertThat(SpeedSource.of(track(AGAIN, fitted(Size.workers(1)))))
        .contains("speeds of job ads-3, measured at 1 worker");
    assertThat(SpeedSource.of(track(AGAIN, fitted(new Size(2, 1)))))
        .contains("speeds of job ads-3, measured at 2 workers and 1 server");
    assertThat(SpeedSource.of(track(AGAIN, fitted(new Size(2, 1), new Size(4, 2)))))
        .contains("speeds of job ads-3, measured at 2+1 and 4+2 workers + servers");
    assertThat(SpeedSource.of(track(AGAIN, new Constant(4).spec())))
        .contains("speeds of job ads-3");
  }

  @Test
  void aJobThatWasMeasuredNamesItsOwnMeasurements() {
    assertThat(SpeedSource.of(learned(track(FIRST, SpeedSpec.UNKNOWN))))
        .contains("its own measurements, at 1 and 2 workers");
    assertThat(SpeedSource.of(learned(track(AGAIN, fitted(Size.workers(1))))))
        .contains("its own measurements and those of job ads-3, at 1 and 2 workers");
  }

  @Test
  void aJobThatOnlyConfirmsTheSpeedOfAnotherOneNamesThatOne() {
    JobTrack confirmed = track(AGAIN, fitted(Size.workers(1)));

    assertThat(MeasuredSpeed.of(confirmed)).map(MeasuredSpeed::job).contains(new JobId("ads-3"));
    assertThat(MeasuredSpeed.of(learned(confirmed)))
        .map(MeasuredSpeed::job)
        .contains(new JobId("ads-4"));
    assertThat(MeasuredSpeed.of(track(FIRST, new Constant(4).spec()))).isEmpty();
  }

  private static JobTrack learned(JobTrack track) {
    return track.with(
        new Event.SpeedLearned(
            Instant.EPOCH, track.spec().id(), fitted(Size.workers(1), Size.workers(2))));
  }

  private static JobTrack track(Origin origin, SpeedSpec speed) {
    JobSpec spec =
        JobSpec.of(
            new JobId("ads-4"),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 4),
            Work.steps(100));
    return JobTrack.of(new Event.Submitted(Instant.EPOCH, spec, speed, Duration.ZERO, origin));
  }

  private static SpeedSpec fitted(Size... sizes) {
    List<FittedModel.Point> points =
        Stream.of(sizes)
            .map(size ->
                new FittedModel.Point(
                    size.workers(),
                    size.servers() == 0 ? OptionalInt.empty() : OptionalInt.of(size.servers()),
                    OptionalDouble.empty(),
                    size.workers(),
                    OptionalDouble.empty(),
                    OptionalInt.empty(),
                    OptionalDouble.empty()))
            .toList();
    return SpeedSpec.of(
        "fitted",
        new FittedModel.Parameters(
            Optional.empty(),
            OptionalDouble.of(1),
            OptionalInt.empty(),
            points,
            Optional.empty(),
            Optional.empty()));
  }
}
