package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.SECOND;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.RescaleMode;
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

/** A task of a hot job that dies or hangs is started again while the others continue. */
@Tag("process")
class HotFaultTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  /** A master that reports that the job trains with all ordered tasks. */
  private static final String MASTER =
      "if [ $DUCTILE_ROLE = master ]; then n=0; while :; do n=$((n + 1));"
          + "echo \"{\\\"step\\\": $n, \\\"workers\\\": $DUCTILE_WORKERS}\"; sleep 0.05; done; fi;";

  @TempDir Path root;

  @ParameterizedTest
  @CsvSource({"worker, 1, KILL", "server, 0, KILL", "master, 0, KILL", "worker, 0, STOP"})
  void noStepIsLostWithAProcess(String role, int index, String signal)
      throws IOException, InterruptedException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.withServers(
              EngineUnderTest.hotTrainer("job", "--steps", "100", "--step-millis", "40"));
      fixture.apply(job, Allocation.on(FIRST, new Size(2, 1)));
      awaitStep(fixture, job, 10);
      long other = TrainingCurves.pid(root, job, "worker", 1 - index);
      long lost = TrainingCurves.pid(root, job, role, index);
      ProcessGroups.signal(signal, lost);
      EngineUnderTest.until("another holds the post", now -> isReplaced(job, role, index, lost));
      boolean stayed =
          ProcessGroups.task(folder(job), "worker", 1 - index)
              .filter(pid -> pid == other)
              .isPresent();
      fixture.await(Event.Finished.class);

      assertThat(stayed || role.equals("worker")).as(fixture.story()).isTrue();
      assertThat(TrainingCurves.of(fixture.log(job, 1, "master", 0)).lastKey()).isEqualTo(100);
      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
      assertThat(fixture.reported(Event.Running.class)).hasSize(1);
      assertThat(fixture.notes).isNotEmpty();
    }
  }

  @Test
  void aTaskThatDiesRepeatedlyCrashesTheJob() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          hot(
              MASTER.replace("$DUCTILE_WORKERS", "1")
                  + "echo out of memory; [ $DUCTILE_INDEX = 0 ] || exit 3; sleep 60",
              0);
      fixture.apply(job, on(FIRST, 2));

      assertThat(fixture.await(Event.Failed.class).why())
          .isEqualTo("worker 1 exited with 3: out of memory; it has no restarts left of 0");
      assertThat(fixture.log(job, 1, "worker", 1)).hasSize(3);
    }
  }

  @Test
  void aMasterThatDiesRepeatedlyCrashesTheJob() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = hot("[ $DUCTILE_ROLE = worker ] && exec sleep 60; exit 5", 0);
      fixture.apply(job, on(FIRST, 2));

      assertThat(fixture.await(Event.Failed.class).why()).startsWith("master 0 exited with 5");
    }
  }

  @Test
  void aMasterThatFailedForGoodIsNotRestarted() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      String reported = "[ $DUCTILE_ROLE = worker ] && { sleep 0.5; exit 78; };";
      JobSpec job =
          hot(reported + "echo up; echo '{\"failed\": \"line 7 has no label\"}'; exit 78", 2);
      fixture.apply(job, on(FIRST, 2));

      assertThat(fixture.await(Event.Failed.class).why()).isEqualTo("line 7 has no label");
      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
      assertThat(fixture.log(job, 1, "master", 0)).hasSize(2);
    }
  }

  @Test
  void aCrashHasTheReasonOfTheMaster() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          hot("[ $DUCTILE_ROLE = worker ] && exit 1; echo '{\"failed\": \"no data\"}'; exit 1", 0);
      fixture.apply(job, on(FIRST, 2));

      assertThat(fixture.await(Event.Failed.class).why())
          .isEqualTo("no data; it has no restarts left of 0");
    }
  }

  @Test
  void aMasterThatIsSilentBeyondItsAnnouncedTimeIsReplaced()
      throws IOException, InterruptedException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          hot(MASTER.replace("\\\"workers", "\\\"within\\\": 1, \\\"workers") + "sleep 60", 0);
      fixture.apply(job, on(FIRST, 1));
      awaitStep(fixture, job, 5);
      long worker = ProcessGroups.task(folder(job), "worker", 0).orElseThrow();
      long stopped = ProcessGroups.task(folder(job), "master", 0).orElseThrow();
      ProcessGroups.signal("STOP", stopped);
      EngineUnderTest.until("another master speaks", now -> isReplaced(job, "master", 0, stopped));

      assertThat(ProcessGroups.task(folder(job), "worker", 0)).contains(worker);
      assertThat(fixture.notes.getFirst())
          .isEqualTo(
              "job job: master 0 is killed and started anew: it has printed nothing for 1 s");
      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
    }
  }

  @Test
  void aTaskThatNeverJoinsIsReplaced() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              hot(MASTER.replace("$DUCTILE_WORKERS", "1") + "sleep 60", 0),
              LONG,
              Duration.ofSeconds(1),
              0);
      fixture.apply(job, on(FIRST, 2));

      assertThat(fixture.await(Event.Failed.class).why())
          .startsWith("after 1 s the master reports as members: 1; the job should have 2");
    }
  }

  @Test
  void aDeathAfterALongQuietTimeCountsOnce() throws IOException, InterruptedException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              hot(MASTER + "echo up; sleep 60", 0), LONG, Duration.ofSeconds(1), 0);
      fixture.apply(job, on(FIRST, 2));
      awaitStep(fixture, job, 40);
      ProcessGroups.signal("KILL", TrainingCurves.pid(root, job, "worker", 1));
      EngineUnderTest.until("it is up again", now -> ups(fixture, job) == 2);
      awaitStep(fixture, job, 80);

      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
      assertThat(fixture.reported(Event.Failed.class)).isEmpty();
    }
  }

  @Test
  void aMasterThatRegroupsAfterALongQuietTimeIsNotHung() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      String regroup = "[ $n = 40 ] && echo '{\"step\": 40, \"phase\": \"halting\"}' && sleep 0.3;";
      JobSpec job =
          EngineUnderTest.with(
              hot(MASTER.replace("sleep 0.05;", regroup + "sleep 0.05;") + "sleep 60", 0),
              LONG,
              Duration.ofSeconds(1),
              0);
      fixture.apply(job, on(FIRST, 2));
      awaitStep(fixture, job, 60);

      assertThat(fixture.reported(Event.Running.class)).hasSize(1);
      assertThat(fixture.reported(Event.Failed.class)).isEmpty();
    }
  }

  @Test
  void deathsAreForgivenAfterStepsThatWereLostAndDoneAgain() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          hot(
              MASTER.replace("\\\"step\\\": $n", "\\\"step\\\": $((n % 4))")
                  + "echo up; [ $DUCTILE_INDEX = 0 ] || { sleep 0.5; exit 3; }; sleep 60",
              0);
      fixture.apply(job, on(FIRST, 2));
      EngineUnderTest.until("it is up again and again", now -> ups(fixture, job) >= 6);

      assertThat(ProcessGroups.task(folder(job), "master", 0)).isPresent();
    }
  }

  @Test
  void aTaskThatDoesNotLeaveInTimeIsKilled() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              hot(
                  MASTER.replace("$DUCTILE_WORKERS", "$((2 - n / 40))")
                      + "trap '' TERM; while :; do sleep 0.05; done",
                  0),
              Duration.ofMillis(300),
              LONG,
              0);
      fixture.apply(job, on(FIRST, 2));
      fixture.await(Event.Running.class);
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Rescaled.class);

      assertThat(ProcessGroups.task(folder(job), "worker", 1)).isEmpty();
      assertThat(ProcessGroups.task(folder(job), "worker", 0)).isPresent();
      assertThat(fixture.notes).isEmpty();
    }
  }

  @Test
  void thePauseIsThatOfTheMasterReport() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          hot(
              MASTER.replace("\\\"workers\\\": $DUCTILE_WORKERS", "\\\"paused\\\": 12.5")
                  + "sleep 60",
              0);
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Running.class);
      fixture.apply(job, on(SECOND, 1));

      assertThat(fixture.await(Event.Rescaled.class).pause().toNanos() % 12_500_000).isZero();
    }
  }

  @Test
  void aReplacedTaskIsKilledWithItsProcessGroup() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      String once =
          "[ $DUCTILE_ROLE = master ] && sleep 1"
              + " && echo '{\"replace\": \"worker-1\", \"why\": \"too slow\"}';";
      JobSpec job = hot(once + MASTER + "echo up; sleep 60 & wait", 0);
      fixture.apply(job, on(FIRST, 2));
      fixture.await(Event.Running.class);
      EngineUnderTest.until("it is up again", now -> ups(fixture, job) == 2);

      assertThat(fixture.notes.getFirst())
          .isEqualTo("job job: worker 1 is killed and started anew: too slow");
      assertThat(fixture.notes)
          .contains(
              "job job: worker 1 was ended by signal 9 (the engine killed it: too slow): up;"
                  + " it is started again");
      assertThat(ProcessGroups.of(folder(job))).hasSizeLessThan(9);
    }
  }

  private static int ups(EngineUnderTest fixture, JobSpec job) {
    try {
      return fixture.log(job, 1, "worker", 1).size();
    } catch (IOException e) {
      return 0;
    }
  }

  private boolean isReplaced(JobSpec job, String role, int index, long lost) {
    return ProcessGroups.task(folder(job), role, index).filter(pid -> pid != lost).isPresent();
  }

  private Path folder(JobSpec job) {
    return new Folders(root).job(job.id());
  }

  private static JobSpec hot(String script, int restarts) {
    return EngineUnderTest.with(
        EngineUnderTest.job("job", EngineUnderTest.program(List.of("/bin/sh", "-c", script)))
            .withRescaleMode(RescaleMode.HOT),
        LONG,
        LONG,
        restarts);
  }

  private static void awaitStep(EngineUnderTest fixture, JobSpec job, int step) {
    fixture.await(
        Event.Progressed.class, event -> event.job().equals(job.id()) && event.steps() >= step);
  }
}
