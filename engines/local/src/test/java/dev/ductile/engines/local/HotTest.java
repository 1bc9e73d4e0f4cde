package dev.ductile.engines.local;

import static dev.ductile.engines.local.Stage.FIRST;
import static dev.ductile.engines.local.Stage.SECOND;
import static dev.ductile.engines.local.Stage.on;
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

  /** The law of all rescales, with one generation only: those who stay are never stopped. */
  @Test
  void tasks_come_and_go_and_the_curve_is_that_of_an_undisturbed_job() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec calm = Stage.trainer("calm", "--steps", "160");
      JobSpec moved = Stage.hotTrainer("moved", "--steps", "160", "--step-millis", "30");
      stage.apply(calm, on(SECOND, 1));
      stage.apply(moved, on(FIRST, 1));
      awaitStep(stage, moved, 10);
      long first = Curves.pid(root, moved, "worker", 0);
      stage.apply(moved, on(FIRST, 3));
      stage.await(Event.Rescaled.class);
      awaitStep(stage, moved, 40);
      stage.apply(moved, Allocation.of(Map.of(FIRST, Size.workers(1), SECOND, Size.workers(1))));
      stage.await(Event.Rescaled.class);
      assertThat(Curves.pid(root, moved, "worker", 0)).isEqualTo(first);
      while (stage.told(Event.Finished.class).size() < 2) {
        stage.await(Event.Finished.class);
      }

      Curves.assertSame(
          Curves.of(stage.log(moved, 1, "master", 0)), Curves.of(stage.log(calm, 1, "worker", 0)));
      assertThat(stage.told(Event.Rescaled.class))
          .extracting(Event.Rescaled::from, Event.Rescaled::to)
          .containsExactly(
              tuple(Size.workers(1), Size.workers(3)), tuple(Size.workers(3), Size.workers(2)));
      assertThat(stage.told(Event.Running.class))
          .filteredOn(event -> event.job().equals(moved.id()))
          .extracting(event -> event.where().size())
          .containsExactly(Size.workers(1), Size.workers(3), Size.workers(2));
    }
  }

  @Test
  void servers_and_workers_come_and_go_together() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          Stage.withServers(Stage.hotTrainer("job", "--steps", "120", "--step-millis", "30"));
      stage.apply(job, Allocation.on(FIRST, new Size(1, 1)));
      awaitStep(stage, job, 5);
      stage.apply(job, Allocation.of(Map.of(FIRST, new Size(1, 0), SECOND, new Size(1, 2))));
      stage.await(Event.Rescaled.class);
      stage.await(Event.Finished.class);

      assertThat(Curves.of(stage.log(job, 1, "master", 0))).hasSize(120);
      assertThat(stage.told(Event.Running.class).getLast().where().size())
          .isEqualTo(new Size(2, 2));
    }
  }

  @Test
  void a_job_that_is_stopped_saves_and_goes_on_from_there() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job = Stage.hotTrainer("job", "--steps", "60", "--step-millis", "20");
      stage.apply(job, on(FIRST, 2));
      awaitStep(stage, job, 10);
      stage.apply(job, Allocation.NONE);
      double saved = stage.await(Event.Released.class).steps();
      assertThat(Groups.of(root)).isEmpty();
      stage.apply(job, on(SECOND, 1));
      stage.await(Event.Finished.class);

      assertThat(Curves.of(stage.log(job, 1, "master", 0)).lastKey()).isEqualTo(saved);
      assertThat(Curves.of(stage.log(job, 2, "master", 0)).firstKey()).isEqualTo(saved + 1);
      assertThat(stage.told(Event.Crashed.class)).isEmpty();
    }
  }

  /** Each waits for the room of the other, so one must give way. */
  @Test
  void two_jobs_change_places() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec one = Stage.hotTrainer("one", "--steps", "4000", "--step-millis", "80");
      JobSpec two = Stage.hotTrainer("two", "--steps", "4000", "--step-millis", "80");
      stage.apply(one, on(FIRST, 4));
      stage.apply(two, on(SECOND, 4));
      awaitStep(stage, one, 1);
      awaitStep(stage, two, 1);
      stage.apply(one, on(SECOND, 4));
      stage.apply(two, on(FIRST, 4));
      stage.await(Event.Running.class, event -> event.where().equals(on(SECOND, 4)));

      assertThat(stage.told(Event.Crashed.class)).isEmpty();
    }
  }

  private static void awaitStep(Stage stage, JobSpec job, int step) {
    stage.await(
        Event.Progressed.class, event -> event.job().equals(job.id()) && event.steps() >= step);
  }
}
