package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Order;
import dev.ductile.api.RescaleMode;
import dev.ductile.engines.supervision.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An engine is ended by SIGKILL, and the next one takes over its jobs. */
@Tag("process")
class AdoptionTest {
  @TempDir Path root;

  @ParameterizedTest
  @EnumSource(RescaleMode.class)
  void aRescaleContinuesAfterItsEngineIsKilled(RescaleMode rescaleMode)
      throws IOException, InterruptedException {
    JobSpec job = job(rescaleMode);
    kill(rescaleMode, "rescale");
    long before = TrainingCurves.pid(root, job, "worker", 0);
    try (var next = new EngineUnderTest(root, EngineUnderTest.BRISK, LocalEngine.Lifetime.AGENT)) {
      next.engine.adopt(List.of(new Order(2, job, on(FIRST, 3))));
      Event.Running running = next.await(Event.Running.class);
      long after = TrainingCurves.pid(root, job, "worker", 0);
      next.await(Event.Finished.class);

      assertThat(running.revision()).isEqualTo(2);
      assertThat(running.where()).isEqualTo(on(FIRST, 3));
      assertThat(next.reported(Event.Crashed.class)).isEmpty();
      assertThat(generations(job)).isEqualTo(rescaleMode == RescaleMode.HOT ? 1 : 2);
      assertThat(before == after).isEqualTo(rescaleMode == RescaleMode.HOT);
    }
  }

  @ParameterizedTest
  @EnumSource(RescaleMode.class)
  void noTaskIsStartedAgainWhenTheEngineIsKilled(RescaleMode rescaleMode)
      throws IOException, InterruptedException {
    JobSpec job = job(rescaleMode);
    kill(rescaleMode, "run");
    List<Long> before = ProcessGroups.of(root);
    try (var next = new EngineUnderTest(root, EngineUnderTest.BRISK, LocalEngine.Lifetime.AGENT)) {
      next.engine.adopt(List.of(new Order(1, job, on(FIRST, 1))));
      next.await(Event.Running.class);

      assertThat(ProcessGroups.of(root)).containsExactlyInAnyOrderElementsOf(before);
      next.await(Event.Finished.class);
      assertThat(generations(job)).isEqualTo(1);
    }
  }

  @Test
  void tasksThatNoOrderNamesAreEnded() throws IOException, InterruptedException {
    kill(RescaleMode.HOT, "run");
    try (var next = new EngineUnderTest(root, EngineUnderTest.BRISK, LocalEngine.Lifetime.AGENT)) {
      next.engine.adopt(List.of());

      EngineUnderTest.until("all tasks have ended", _ -> ProcessGroups.of(root).isEmpty());
      assertThat(next.engine.poll()).noneMatch(Event.OfJob.class::isInstance);
    }
  }

  @Test
  void aJobWhoseTasksDiedWithTheirAgentHasCrashed() throws IOException, InterruptedException {
    JobSpec job = job(RescaleMode.CHECKPOINT);
    kill(RescaleMode.CHECKPOINT, "run");
    ProcessGroups.agents(root).forEach(ProcessHandle::destroyForcibly);
    EngineUnderTest.until("all tasks have ended", _ -> ProcessGroups.of(root).isEmpty());
    try (var next = new EngineUnderTest(root, EngineUnderTest.BRISK, LocalEngine.Lifetime.AGENT)) {
      next.engine.adopt(List.of(new Order(1, job, on(FIRST, 1))));

      Event.Crashed crashed = next.await(Event.Crashed.class);
      assertThat(crashed.why()).isEqualTo("its tasks ended while no scheduler was there");
      assertThat(crashed.revision()).isEqualTo(1);
    }
  }

  /** The engine was killed after it had written its record and before it started a task. */
  @Test
  void aJobOfWhichNoTaskWasStartedHasNotCrashed() throws IOException, InterruptedException {
    JobSpec job = job(RescaleMode.CHECKPOINT);
    kill(RescaleMode.CHECKPOINT, "run");
    ProcessGroups.agents(root).forEach(ProcessHandle::destroyForcibly);
    EngineUnderTest.until("all tasks have ended", _ -> ProcessGroups.of(root).isEmpty());
    for (String log : new Folders(root).job(job.id()).resolve("g1").toFile().list()) {
      Files.delete(new Folders(root).job(job.id()).resolve("g1").resolve(log));
    }
    try (var next = new EngineUnderTest(root, EngineUnderTest.BRISK, LocalEngine.Lifetime.AGENT)) {
      next.engine.adopt(List.of(new Order(1, job, on(FIRST, 1))));

      next.await(Event.Running.class);
      assertThat(next.events).noneMatch(Event.Crashed.class::isInstance);
    }
  }

  /** The next engine has other nodes, and the folder of the jobs is new, as after a backup. */
  @Test
  void aJobOnANodeThatTheNextEngineLacksHasCrashedAndCanGoOnElsewhere()
      throws IOException, InterruptedException {
    JobSpec job = job(RescaleMode.CHECKPOINT);
    try (var next = new EngineUnderTest(root, EngineUnderTest.BRISK, LocalEngine.Lifetime.AGENT)) {
      next.engine.adopt(List.of(new Order(1, job, on(new NodeId("removed"), 1))));

      Event.Crashed crashed = next.await(Event.Crashed.class);
      assertThat(crashed.why()).isEqualTo("node removed is gone: the cluster no longer has it");

      next.engine.apply(new Order(2, job, on(FIRST, 1)));
      assertThat(next.await(Event.Running.class).revision()).isEqualTo(2);
    }
  }

  @AfterEach
  void no_process_is_left() {
    ProcessGroups.endAgents(root);
  }

  /** Lets an engine of its own process get so far, and kills it. */
  private void kill(RescaleMode rescaleMode, String until)
      throws IOException, InterruptedException {
    Process engine =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                root.toString(),
                rescaleMode.name(),
                until)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      EngineUnderTest.until("the engine is there", _ -> Files.exists(root.resolve("reached")));
    } finally {
      engine.destroyForcibly().waitFor();
    }
  }

  /** A program that runs an engine with one job until it is killed. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws IOException {
      Path root = Path.of(arguments[0]);
      JobSpec job = job(RescaleMode.valueOf(arguments[1]));
      var fixture = new EngineUnderTest(root, EngineUnderTest.BRISK, LocalEngine.Lifetime.AGENT);
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Running.class);
      if (arguments[2].equals("rescale")) {
        fixture.apply(job, on(FIRST, 3));
      }
      Files.createFile(root.resolve("reached"));
      fixture.await(Event.Finished.class);
    }
  }

  private static JobSpec job(RescaleMode rescaleMode) {
    JobSpec job =
        EngineUnderTest.trainer("job", "--step-millis", "20", "--checkpoint-every", "1")
            .withRescaleMode(rescaleMode);
    return job;
  }

  private long generations(JobSpec job) throws IOException {
    try (Stream<Path> files = Files.list(new Folders(root).job(job.id()))) {
      return files.filter(file -> file.getFileName().toString().matches("g\\d+")).count();
    }
  }
}
