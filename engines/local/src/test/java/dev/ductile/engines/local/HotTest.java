package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.SECOND;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hot job changes its size while it trains. */
@Tag("process")
class HotTest {
  @TempDir Path root;

  /** The law of all rescales, with one generation only: tasks that stay are never stopped. */
  @Test
  void tasksJoinAndLeaveWithoutAChangeOfTheLossCurve() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec calm = EngineUnderTest.trainer("calm", "--steps", "160");
      JobSpec moved = EngineUnderTest.hotTrainer("moved", "--steps", "160", "--step-millis", "30");
      fixture.apply(calm, on(SECOND, 1));
      fixture.apply(moved, on(FIRST, 1));
      awaitStep(fixture, moved, 10);
      long first = TrainingCurves.pid(root, moved, "worker", 0);
      fixture.apply(moved, on(FIRST, 3));
      fixture.await(Event.Rescaled.class);
      awaitStep(fixture, moved, 40);
      fixture.apply(moved, Allocation.of(Map.of(FIRST, Size.workers(1), SECOND, Size.workers(1))));
      fixture.await(Event.Rescaled.class);
      assertThat(TrainingCurves.pid(root, moved, "worker", 0)).isEqualTo(first);
      while (fixture.reported(Event.Finished.class).size() < 2) {
        fixture.await(Event.Finished.class);
      }

      TrainingCurves.assertSame(
          TrainingCurves.of(fixture.log(moved, 1, "master", 0)),
          TrainingCurves.of(fixture.log(calm, 1, "worker", 0)));
      assertThat(fixture.reported(Event.Rescaled.class))
          .extracting(Event.Rescaled::from, Event.Rescaled::to)
          .containsExactly(
              tuple(Size.workers(1), Size.workers(3)), tuple(Size.workers(3), Size.workers(2)));
      assertThat(fixture.reported(Event.Running.class))
          .filteredOn(event -> event.job().equals(moved.id()))
          .extracting(event -> event.where().size())
          .containsExactly(Size.workers(1), Size.workers(3), Size.workers(2));
    }
  }

  @Test
  void serversAndWorkersJoinAndLeaveTogether() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.withServers(
              EngineUnderTest.hotTrainer("job", "--steps", "120", "--step-millis", "30"));
      fixture.apply(job, Allocation.on(FIRST, new Size(1, 1)));
      awaitStep(fixture, job, 5);
      fixture.apply(job, Allocation.of(Map.of(FIRST, new Size(1, 0), SECOND, new Size(1, 2))));
      fixture.await(Event.Rescaled.class);
      fixture.await(Event.Finished.class);

      assertThat(TrainingCurves.of(fixture.log(job, 1, "master", 0))).hasSize(120);
      assertThat(fixture.reported(Event.Running.class).getLast().where().size())
          .isEqualTo(new Size(2, 2));
    }
  }

  @Test
  void aStoppedJobSavesAndContinuesFromItsCheckpoint() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.hotTrainer("job", "--steps", "60", "--step-millis", "20");
      fixture.apply(job, on(FIRST, 2));
      awaitStep(fixture, job, 10);
      fixture.apply(job, Allocation.NONE);
      double saved = fixture.await(Event.Released.class).steps();
      assertThat(ProcessGroups.of(root)).isEmpty();
      fixture.apply(job, on(SECOND, 1));
      fixture.await(Event.Finished.class);

      assertThat(TrainingCurves.of(fixture.log(job, 1, "master", 0)).lastKey()).isEqualTo(saved);
      assertThat(TrainingCurves.of(fixture.log(job, 2, "master", 0)).firstKey())
          .isEqualTo(saved + 1);
      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
    }
  }

  /** Each waits for the room of the other, so one must give way. */
  @Test
  void twoJobsExchangeTheirNodes() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec one = EngineUnderTest.hotTrainer("one", "--steps", "4000", "--step-millis", "80");
      JobSpec two = EngineUnderTest.hotTrainer("two", "--steps", "4000", "--step-millis", "80");
      fixture.apply(one, on(FIRST, 4));
      fixture.apply(two, on(SECOND, 4));
      awaitStep(fixture, one, 1);
      awaitStep(fixture, two, 1);
      fixture.apply(one, on(SECOND, 4));
      fixture.apply(two, on(FIRST, 4));
      fixture.await(Event.Running.class, event -> event.where().equals(on(SECOND, 4)));

      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
    }
  }

  private static void awaitStep(EngineUnderTest fixture, JobSpec job, int step) {
    fixture.await(
        Event.Progressed.class, event -> event.job().equals(job.id()) && event.steps() >= step);
  }
}
