package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.SpeedSpec;
import dev.ductile.contracts.EventStory;
import dev.ductile.contracts.GivenSpeed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A ledger that continues from a snapshot is like the one that the snapshot was taken of. */
@Tag("seeds")
final class SnapshotLawTest {
  private static final long SEEDS = 60L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int LENGTH = 120;

  @Test
  void everyLaterPictureIsTheSame() {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Event> story = EventStory.of(seed, LENGTH);
      int handover = (int) (seed % LENGTH);
      var estimator = new SeenMeasurements();
      var ledger = new Ledger(GivenSpeed.SPEEDS, estimator);
      story.subList(0, handover).forEach(ledger::fold);
      var nextEstimator = new SeenMeasurements();
      var next = new Ledger(ledger.snapshot().orElseThrow(), GivenSpeed.SPEEDS, nextEstimator);
      for (Event event : story.subList(handover, LENGTH)) {
        ledger.fold(event);
        next.fold(event);
        String when = "seed %d, after %s".formatted(seed, event);
        assertThat(state(next, event.at())).as(when).isEqualTo(state(ledger, event.at()));
        Instant later = event.at().plusSeconds(7);
        assertThat(state(next, later)).as(when).isEqualTo(state(ledger, later));
        assertThat(nextEstimator.seen).as(when).isEqualTo(estimator.seen);
      }
    }
  }

  @Test
  void aSnapshotDoesNotChangeWithItsLedger() {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Event> story = EventStory.of(seed, LENGTH);
      var ledger = new Ledger(GivenSpeed.SPEEDS, new SeenMeasurements());
      story.subList(0, LENGTH / 2).forEach(ledger::fold);
      LedgerSnapshot snapshot = ledger.snapshot().orElseThrow();
      String before = snapshot.toString();
      story.subList(LENGTH / 2, LENGTH).forEach(ledger::fold);
      assertThat(snapshot).as("seed %d", seed).hasToString(before);
    }
  }

  @Test
  void noSnapshotIsTakenOfAMemoryThatIsNotData() {
    var ledger = new Ledger(GivenSpeed.SPEEDS, new Forgetful());
    assertThat(ledger.snapshot()).isEmpty();
    assertThat(new Ledger(GivenSpeed.SPEEDS).snapshot()).isPresent();
  }

  private static final class Forgetful implements Estimator {
    @Override
    public void measured(Job job, double stepsPerSecond) {}

    @Override
    public Optional<SpeedSpec> estimate(Job job) {
      return Optional.empty();
    }

    @Override
    public void forget(JobId job) {}
  }

  private record State(List<Object> parts, List<Double> left, List<Boolean> used) {}

  private static State state(Ledger ledger, Instant now) {
    Cluster picture = ledger.picture(now);
    List<Object> parts =
        List.of(
            picture.nodes().list(),
            List.copyOf(picture.jobs()),
            picture.running(),
            picture.pinned(),
            picture.settings(),
            picture.usage(),
            ledger.held(),
            ledger.gangs(),
            ledger.orders(),
            ledger.submittedJobs());
    List<Double> left = lefts(picture.left());
    List<JobId> names = List.of(new JobId("job-1"), new JobId("job-2"), new JobId("job-6"));
    return new State(parts, left, names.stream().map(ledger::isUsed).toList());
  }

  private static List<Double> lefts(FreeCapacity free) {
    var lefts = new ArrayList<Double>();
    for (int node = 0; node < free.nodes().count(); node++) {
      for (String resource : free.nodes().columns()) {
        lefts.add(free.left(node, resource));
      }
    }
    return lefts;
  }
}
