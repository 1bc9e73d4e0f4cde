package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Order;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Size;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reason that a failed job reports, for each order and way in which its tasks end. */
class FailureReasonTest extends SupervisionFixture {
  private static final String FAILED = "{\"failed\": \"line 2: label 7\"}";
  private static final int UNRECOVERABLE = 78;

  private SupervisedEngine started(Allocation target) throws IOException {
    var engine = engine();
    engine.apply(new Order(1, job.withRescaleMode(RescaleMode.HOT), target));
    int tasks = 1 + target.size().workers() + target.size().servers();
    await(engine, "the tasks are started", () -> launcher.started.size() == tasks);
    return engine;
  }

  /** 143: the stop signal of the engine came while the master was about to exit. */
  @ParameterizedTest
  @ValueSource(ints = {UNRECOVERABLE, 143, 137})
  void reasonOfTheMasterIsReportedWhenAWorkerEndsFirst(int exitCodeOfTheMaster) throws IOException {
    try (var engine = started(on(1))) {
      launcher.end(task(Role.WORKER, 0), UNRECOVERABLE);
      TaskSpec master = task(Role.MASTER, 0);
      await(
          engine,
          "the master is asked to stop",
          () -> launcher.signals.contains("STOP " + master.id()));
      launcher.print(master, 1, FAILED);
      launcher.end(master, exitCodeOfTheMaster);

      assertThat(await(engine, Event.Failed.class).why()).isEqualTo("line 2: label 7");
    }
  }

  @Test
  void lastLineOfTheWorkerIsTheReasonWhenTheMasterIsKilledBeforeItReports() throws IOException {
    try (var engine = started(on(1))) {
      TaskSpec worker = task(Role.WORKER, 0);
      launcher.print(worker, 1, "line 2: label 7");
      launcher.end(worker, UNRECOVERABLE);
      TaskSpec master = task(Role.MASTER, 0);
      await(engine, "the master is killed", () -> launcher.signals.contains("KILL " + master.id()));
      launcher.end(master, 137);

      assertThat(await(engine, Event.Failed.class).why())
          .isEqualTo("worker 0 exited with 78: line 2: label 7");
    }
  }

  @Test
  void failureOfATaskDuringAStopAfterACrashEndsTheJob() throws IOException {
    try (var engine = started(on(2))) {
      TaskSpec master = task(Role.MASTER, 0);
      launcher.end(master, 143);
      TaskSpec worker = task(Role.WORKER, 1);
      await(
          engine,
          "the workers are asked to stop",
          () -> launcher.signals.contains("STOP " + worker.id()));
      launcher.print(worker, 1, "line 2: label 7");
      launcher.end(task(Role.WORKER, 0), 143);
      launcher.end(worker, UNRECOVERABLE);

      assertThat(await(engine, Event.Failed.class).why())
          .isEqualTo("worker 1 exited with 78: line 2: label 7");
    }
  }

  @Test
  void changeOfTheRescaleModeReportsTheSizeBeforeIt() throws IOException {
    try (var engine = started(on(2))) {
      TaskSpec master = task(Role.MASTER, 0);
      launcher.print(
          master, 1, "{\"step\": 1, \"workers\": 2, \"servers\": 0, \"phase\": \"running\"}");
      await(engine, Event.Running.class);
      engine.apply(new Order(2, job, on(3)));
      await(
          engine,
          "the master is asked to stop",
          () -> launcher.signals.contains("STOP " + master.id()));
      launcher.started.forEach(task -> launcher.end(task, 143));
      await(engine, "the next tasks are started", () -> launcher.started.size() == 6);
      launcher.print(launcher.started.get(3), 1, "{\"step\": 2}");

      assertThat(await(engine, Event.Rescaled.class).from()).isEqualTo(Size.workers(2));
    }
  }
}
