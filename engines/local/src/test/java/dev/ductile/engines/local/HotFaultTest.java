package dev.ductile.engines.local;

import static dev.ductile.engines.local.Stage.FIRST;
import static dev.ductile.engines.local.Stage.SECOND;
import static dev.ductile.engines.local.Stage.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Mechanism;
import dev.ductile.api.Size;
import dev.ductile.engines.supervision.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever of a hot job dies or hangs is started anew while the others go on. */
@Tag("process")
class HotFaultTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  /** A master that says it is under way with whoever is wanted. */
  private static final String MASTER =
      "if [ $DUCTILE_ROLE = master ]; then n=0; while :; do n=$((n + 1));"
          + "echo \"{\\\"step\\\": $n, \\\"workers\\\": $DUCTILE_WORKERS}\"; sleep 0.05; done; fi;";

  @TempDir Path root;

  @ParameterizedTest
  @CsvSource({"worker, 1, KILL", "server, 0, KILL", "master, 0, KILL", "worker, 0, STOP"})
  void one_process_is_lost_and_no_step(String role, int index, String signal)
      throws IOException, InterruptedException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          Stage.withServers(Stage.hotTrainer("job", "--steps", "100", "--step-millis", "40"));
      stage.apply(job, Allocation.on(FIRST, new Size(2, 1)));
      awaitStep(stage, job, 10);
      long other = Curves.pid(root, job, "worker", 1 - index);
      long lost = Curves.pid(root, job, role, index);
      Groups.signal(signal, lost);
      Stage.until("another holds the post", now -> isReplaced(job, role, index, lost));
      boolean stayed =
          Groups.task(folder(job), "worker", 1 - index).filter(pid -> pid == other).isPresent();
      stage.await(Event.Finished.class);

      assertThat(stayed || role.equals("worker")).as(stage.story()).isTrue();
      assertThat(Curves.of(stage.log(job, 1, "master", 0)).lastKey()).isEqualTo(100);
      assertThat(stage.told(Event.Crashed.class)).isEmpty();
      assertThat(stage.told(Event.Running.class)).hasSize(1);
      assertThat(stage.notes).isNotEmpty();
    }
  }

  @Test
  void a_task_that_dies_again_and_again_crashes_the_job() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          hot(
              MASTER.replace("$DUCTILE_WORKERS", "1")
                  + "echo out of memory; [ $DUCTILE_INDEX = 0 ] || exit 3; sleep 60",
              0);
      stage.apply(job, on(FIRST, 2));

      assertThat(stage.await(Event.Failed.class).why())
          .isEqualTo("worker 1 exited with 3: out of memory; it has no restarts left of 0");
      assertThat(stage.log(job, 1, "worker", 1)).hasSize(3);
    }
  }

  @Test
  void a_master_that_dies_again_and_again_crashes_the_job() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job = hot("[ $DUCTILE_ROLE = worker ] && exec sleep 60; exit 5", 0);
      stage.apply(job, on(FIRST, 2));

      assertThat(stage.await(Event.Failed.class).why()).startsWith("master 0 exited with 5");
    }
  }

  @Test
  void a_master_that_has_failed_for_good_is_not_started_again() throws IOException {
    try (var stage = new Stage(root)) {
      String told = "[ $DUCTILE_ROLE = worker ] && { sleep 0.5; exit 78; };";
      JobSpec job = hot(told + "echo up; echo '{\"failed\": \"line 7 has no label\"}'; exit 78", 2);
      stage.apply(job, on(FIRST, 2));

      assertThat(stage.await(Event.Failed.class).why()).isEqualTo("line 7 has no label");
      assertThat(stage.told(Event.Crashed.class)).isEmpty();
      assertThat(stage.log(job, 1, "master", 0)).hasSize(2);
    }
  }

  @Test
  void a_crash_is_told_in_the_words_of_the_master() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          hot("[ $DUCTILE_ROLE = worker ] && exit 1; echo '{\"failed\": \"no data\"}'; exit 1", 0);
      stage.apply(job, on(FIRST, 2));

      assertThat(stage.await(Event.Failed.class).why())
          .isEqualTo("no data; it has no restarts left of 0");
    }
  }

  @Test
  void a_master_that_is_silent_for_longer_than_it_said_is_replaced()
      throws IOException, InterruptedException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          hot(MASTER.replace("\\\"workers", "\\\"within\\\": 1, \\\"workers") + "sleep 60", 0);
      stage.apply(job, on(FIRST, 1));
      awaitStep(stage, job, 5);
      long worker = Groups.task(folder(job), "worker", 0).orElseThrow();
      long stopped = Groups.task(folder(job), "master", 0).orElseThrow();
      Groups.signal("STOP", stopped);
      Stage.until("another master speaks", now -> isReplaced(job, "master", 0, stopped));

      assertThat(Groups.task(folder(job), "worker", 0)).contains(worker);
      assertThat(stage.notes.getFirst())
          .isEqualTo(
              "job job: master 0 is killed and started anew: it has printed nothing for 1 s");
      assertThat(stage.told(Event.Crashed.class)).isEmpty();
    }
  }

  @Test
  void a_task_that_never_takes_part_is_found() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          Stage.with(
              hot(MASTER.replace("$DUCTILE_WORKERS", "1") + "sleep 60", 0),
              LONG,
              Duration.ofSeconds(1),
              0);
      stage.apply(job, on(FIRST, 2));

      assertThat(stage.await(Event.Failed.class).why())
          .startsWith("after 1 s the master has 1 take part, where 2 should");
    }
  }

  @Test
  void a_death_after_a_long_quiet_time_is_one_death() throws IOException, InterruptedException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          Stage.with(hot(MASTER + "echo up; sleep 60", 0), LONG, Duration.ofSeconds(1), 0);
      stage.apply(job, on(FIRST, 2));
      awaitStep(stage, job, 40);
      Groups.signal("KILL", Curves.pid(root, job, "worker", 1));
      Stage.until("it is up again", now -> ups(stage, job) == 2);
      awaitStep(stage, job, 80);

      assertThat(stage.told(Event.Crashed.class)).isEmpty();
      assertThat(stage.told(Event.Failed.class)).isEmpty();
    }
  }

  @Test
  void a_master_that_regroups_after_a_long_quiet_time_is_not_hung() throws IOException {
    try (var stage = new Stage(root)) {
      String regroup = "[ $n = 40 ] && echo '{\"step\": 40, \"phase\": \"halting\"}' && sleep 0.3;";
      JobSpec job =
          Stage.with(
              hot(MASTER.replace("sleep 0.05;", regroup + "sleep 0.05;") + "sleep 60", 0),
              LONG,
              Duration.ofSeconds(1),
              0);
      stage.apply(job, on(FIRST, 2));
      awaitStep(stage, job, 60);

      assertThat(stage.told(Event.Running.class)).hasSize(1);
      assertThat(stage.told(Event.Failed.class)).isEmpty();
    }
  }

  @Test
  void deaths_are_forgiven_after_steps_that_were_lost_and_done_again() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          hot(
              MASTER.replace("\\\"step\\\": $n", "\\\"step\\\": $((n % 4))")
                  + "echo up; [ $DUCTILE_INDEX = 0 ] || { sleep 0.5; exit 3; }; sleep 60",
              0);
      stage.apply(job, on(FIRST, 2));
      Stage.until("it is up again and again", now -> ups(stage, job) >= 6);

      assertThat(Groups.task(folder(job), "master", 0)).isPresent();
    }
  }

  @Test
  void a_task_that_does_not_leave_in_time_is_killed() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          Stage.with(
              hot(
                  MASTER.replace("$DUCTILE_WORKERS", "$((2 - n / 40))")
                      + "trap '' TERM; while :; do sleep 0.05; done",
                  0),
              Duration.ofMillis(300),
              LONG,
              0);
      stage.apply(job, on(FIRST, 2));
      stage.await(Event.Running.class);
      stage.apply(job, on(FIRST, 1));
      stage.await(Event.Rescaled.class);

      assertThat(Groups.task(folder(job), "worker", 1)).isEmpty();
      assertThat(Groups.task(folder(job), "worker", 0)).isPresent();
      assertThat(stage.notes).isEmpty();
    }
  }

  @Test
  void the_pause_is_what_the_master_says() throws IOException {
    try (var stage = new Stage(root)) {
      JobSpec job =
          hot(
              MASTER.replace("\\\"workers\\\": $DUCTILE_WORKERS", "\\\"paused\\\": 12.5")
                  + "sleep 60",
              0);
      stage.apply(job, on(FIRST, 1));
      stage.await(Event.Running.class);
      stage.apply(job, on(SECOND, 1));

      assertThat(stage.await(Event.Rescaled.class).pause().toNanos() % 12_500_000).isZero();
    }
  }

  @Test
  void a_task_that_is_to_be_replaced_is_killed_with_all_its_group() throws IOException {
    try (var stage = new Stage(root)) {
      String once =
          "[ $DUCTILE_ROLE = master ] && sleep 1"
              + " && echo '{\"replace\": \"worker-1\", \"why\": \"too slow\"}';";
      JobSpec job = hot(once + MASTER + "echo up; sleep 60 & wait", 0);
      stage.apply(job, on(FIRST, 2));
      stage.await(Event.Running.class);
      Stage.until("it is up again", now -> ups(stage, job) == 2);

      assertThat(stage.notes.getFirst())
          .isEqualTo("job job: worker 1 is killed and started anew: too slow");
      assertThat(stage.notes)
          .contains(
              "job job: worker 1 was ended by signal 9 (the engine killed it: too slow): up;"
                  + " it is started again");
      assertThat(Groups.of(folder(job))).hasSizeLessThan(9);
    }
  }

  private static int ups(Stage stage, JobSpec job) {
    try {
      return stage.log(job, 1, "worker", 1).size();
    } catch (IOException e) {
      return 0;
    }
  }

  private boolean isReplaced(JobSpec job, String role, int index, long lost) {
    return Groups.task(folder(job), role, index).filter(pid -> pid != lost).isPresent();
  }

  private Path folder(JobSpec job) {
    return new Folders(root).job(job.id());
  }

  private static JobSpec hot(String script, int restarts) {
    return Stage.with(
        Stage.job("job", Stage.program(List.of("/bin/sh", "-c", script)))
            .withMechanism(Mechanism.HOT),
        LONG,
        LONG,
        restarts);
  }

  private static void awaitStep(Stage stage, JobSpec job, int step) {
    stage.await(
        Event.Progressed.class, event -> event.job().equals(job.id()) && event.steps() >= step);
  }
}
