package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.SECOND;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import dev.ductile.api.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class LifeTest {
  @TempDir Path root;

  @Test
  void aJobRunsAndFinishes() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.shell("a/b:c", "echo '{\"step\": 3, \"loss\": 0.5}'; echo to-err >&2");
      fixture.apply(job, on(FIRST, 2));
      fixture.await(Event.Finished.class);

      assertThat(fixture.reported(Event.NodeUp.class)).hasSize(2);
      assertThat(fixture.reported(Event.Running.class))
          .singleElement()
          .extracting(Event.Running::where)
          .isEqualTo(on(FIRST, 2));
      assertThat(fixture.reported(Event.Progressed.class).getLast().steps()).isEqualTo(3);
      assertThat(fixture.log(job, 1, "worker", 1))
          .contains("to-err", "{\"step\": 3, \"loss\": 0.5}");
      assertThat(fixture.engine.log(job.id(), 1, "worker", 1))
          .isEqualTo(root.resolve("a%2Fb%3Ac/g1/worker-1.log"));
    }
  }

  @Test
  void aJobThatNeverReportsRunsBeforeItFinishes() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      fixture.apply(EngineUnderTest.shell("silent", "exit 0"), on(FIRST, 1));
      fixture.await(Event.Finished.class);

      assertThat(fixture.reported(Event.Running.class)).hasSize(1);
    }
  }

  @Test
  void preemptionKeepsTheCheckpointAndUsesNoRestart() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.shell(
                  "job",
                  "trap 'echo \"{\\\"step\\\": 8, \\\"checkpoint\\\": 8}\"; exit 143' TERM;"
                      + "echo '{\"step\": 7}'; while :; do sleep 0.05; done"),
              Duration.ofSeconds(10),
              Duration.ofSeconds(20),
              0);
      for (int i = 0; i < 3; i++) {
        fixture.apply(job, on(FIRST, 1));
        fixture.await(Event.Running.class);
        fixture.apply(job, Allocation.NONE);
        assertThat(fixture.await(Event.Released.class).steps()).isEqualTo(8);
      }

      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
      assertThat(fixture.reported(Event.Failed.class)).isEmpty();
    }
  }

  @Test
  void aTaskThatIgnoresTheRequestIsKilledAfterItsGraceWithoutAFailure() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.shell(
                  "stubborn",
                  "trap '' TERM; echo '{\"step\": 5, \"checkpoint\": 4}';"
                      + "while :; do sleep 0.05; done"),
              Duration.ofMillis(300),
              Duration.ofSeconds(20),
              0);
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Running.class);
      fixture.apply(job, Allocation.NONE);

      assertThat(fixture.await(Event.Released.class).steps()).isEqualTo(4);
      assertThat(fixture.reported(Event.Failed.class)).isEmpty();
      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
    }
  }

  @Test
  void crashesAreReportedWithTheirReasonUntilTheRestartsAreUsedUp() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.shell("bad", "echo '{\"step\": 1}'; echo out of memory; exit 3"),
              Duration.ofSeconds(1),
              Duration.ofSeconds(20),
              1);
      fixture.apply(job, on(FIRST, 1));
      assertThat(fixture.await(Event.Crashed.class).why())
          .isEqualTo("worker 0 exited with 3: out of memory");
      fixture.apply(job, on(SECOND, 1));

      assertThat(fixture.await(Event.Failed.class).why())
          .isEqualTo("worker 0 exited with 3: out of memory; it has no restarts left of 1");
    }
  }

  @Test
  void aTaskThatHasFailedForGoodFailsTheJobAtOnce() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.shell(
              "job",
              "[ $RANK = 1 ] && { until [ -e ready ]; do sleep 0.01; done; exit 1; };"
                  + "trap '' TERM; touch ready; sleep 0.5;"
                  + "echo '{\"failed\": \"line 7 has no label\"}'; exit 78");
      fixture.apply(job, on(FIRST, 2));

      assertThat(fixture.await(Event.Failed.class).why()).isEqualTo("line 7 has no label");
      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();
    }
  }

  @Test
  void aFinalExitWithoutAReasonIsReportedByItsStatus() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      fixture.apply(EngineUnderTest.shell("job", "echo no data; exit 78"), on(FIRST, 1));

      assertThat(fixture.await(Event.Failed.class).why())
          .isEqualTo("worker 0 exited with 78: no data");
    }
  }

  @Test
  void oneDeadWorkerStopsTheOthers() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.shell("job", "echo '{\"step\": 1}'; [ $RANK = 1 ] && exit 9; sleep 60");
      fixture.apply(job, on(FIRST, 3));

      assertThat(fixture.await(Event.Crashed.class).why()).isEqualTo("worker 1 exited with 9");
    }
  }

  @Test
  void theLastOrderCountsWhetherACrashWasReadBeforeItOrNot() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.shell(
              "job", "[ $DUCTILE_ATTEMPT = 1 ] && exit 1; echo '{\"step\": 1}'; exec sleep 60");
      fixture.await(Event.NodeUp.class, up -> up.node().id().equals(FIRST));
      fixture.await(Event.NodeUp.class, up -> up.node().id().equals(SECOND));
      fixture.apply(job, on(FIRST, 1));
      fixture.engine.sleepUntil(fixture.engine.instant().plus(EngineUnderTest.LIMIT));
      fixture.apply(job, on(SECOND, 1));
      fixture.await(Event.Crashed.class);
      fixture.apply(job, on(FIRST, 2));
      fixture.await(Event.Running.class, running -> running.where().equals(on(FIRST, 2)));

      assertThat(fixture.reported(Event.Running.class))
          .extracting(Event.Running::where)
          .doesNotContain(on(FIRST, 1));
      assertThat(fixture.reported(Event.Crashed.class)).hasSize(1);
    }
  }

  @Test
  void anExternalStopIsNoFailureOfAJobThatMakesProgress() throws IOException, InterruptedException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.with(
              EngineUnderTest.shell("job", "echo $$; echo '{\"step\": 1}'; exec sleep 60"),
              Duration.ofSeconds(1),
              Duration.ofSeconds(20),
              0);
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Running.class);
      ProcessGroups.signal("TERM", Long.parseLong(fixture.log(job, 1, "worker", 0).getFirst()));

      assertThat(fixture.await(Event.Crashed.class).why())
          .isEqualTo("worker 0 was asked to stop from outside");
    }
  }

  @Test
  void serversStopAfterTheWorkersHaveFinished() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.withServers(
              EngineUnderTest.shell("ps", "[ $DUCTILE_ROLE = worker ] || exec sleep 60"));
      fixture.apply(job, Allocation.on(FIRST, new Size(2, 2)));
      fixture.await(Event.Finished.class);

      assertThat(fixture.log(job, 1, "server", 1)).isEmpty();
    }
  }

  @Test
  void aStartWaitsForTheEndOfStoppingJobs() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec first =
          EngineUnderTest.shell(
              "first", "trap 'sleep 0.3; exit 143' TERM; echo '{\"step\": 1}'; sleep 60 & wait");
      JobSpec second = EngineUnderTest.shell("second", "exit 0");
      fixture.apply(first, on(FIRST, 4));
      fixture.await(Event.Running.class);
      fixture.apply(first, Allocation.NONE);
      fixture.apply(second, on(FIRST, 1));
      fixture.await(Event.Finished.class, event -> event.job().equals(second.id()));

      assertThat(fixture.events.stream().map(Object::getClass).map(Class::getSimpleName))
          .containsSubsequence("Released", "Finished");
    }
  }

  @Test
  void closingWaitsAtMostForTheGrace() throws IOException {
    var fixture = new EngineUnderTest(root);
    JobSpec job =
        EngineUnderTest.with(
            EngineUnderTest.shell(
                "job", "trap '' TERM; echo '{\"step\": 1}'; while :; do sleep 0.05; done"),
            Duration.ofMillis(500),
            Duration.ofSeconds(20),
            0);
    fixture.apply(job, on(FIRST, 3));
    fixture.await(Event.Running.class);
    Instant before = fixture.engine.instant();
    fixture.close();

    assertThat(fixture.engine.instant())
        .isBetween(before.plusMillis(400), before.plusMillis(500).plus(EngineUnderTest.LIMIT));
    assertThat(fixture.engine.poll()).hasAtLeastOneElementOfType(Event.Released.class);
  }

  @Test
  void cancellingEndsAJobInEveryState() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job = EngineUnderTest.shell("job", "echo '{\"step\": 1}'; exec sleep 60");
      JobSpec waiting = EngineUnderTest.shell("waiting", "exit 0");
      fixture.apply(job, on(FIRST, 4));
      fixture.apply(waiting, on(FIRST, 1));
      fixture.await(Event.Running.class);
      fixture.engine.cancel(waiting.id(), "never mind");
      fixture.engine.cancel(new JobId("unheard-of"), "either");
      fixture.await(Event.Cancelled.class, event -> event.job().name().equals("unheard-of"));
      fixture.engine.cancel(job.id(), "enough");

      assertThat(fixture.await(Event.Cancelled.class).why()).isEqualTo("enough");
      assertThat(fixture.reported(Event.Cancelled.class)).hasSize(3);
    }
  }

  @Test
  void anExitCodeThatTheUserNamesEndsTheJobAtOnceAndOthersUseRestarts() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec fatal = withFailOn("fatal", "echo '{\"step\": 1}'; echo bad data; exit 2");
      fixture.apply(fatal, on(FIRST, 1));
      assertThat(fixture.await(Event.Failed.class).why())
          .isEqualTo(
              "worker 0 exited with 2: bad data; exit code 2 ends this job at once, unless retryOn lists it");
      assertThat(fixture.reported(Event.Crashed.class)).isEmpty();

      fixture.apply(withFailOn("retried", "echo '{\"step\": 1}'; kill -9 $$"), on(FIRST, 1));
      assertThat(fixture.await(Event.Crashed.class).why()).contains("was ended by signal 9");
    }
  }

  private static JobSpec withFailOn(String name, String script) {
    Program plain = EngineUnderTest.shell(name, script).program();
    return EngineUnderTest.job(
        name,
        new Program(
            plain.command(),
            plain.environment(),
            plain.directory(),
            plain.progress(),
            plain.grace(),
            plain.stall(),
            3,
            List.of(1, 2, 139),
            Map.of()));
  }
}
