package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Order;
import dev.ductile.api.Program;
import dev.ductile.api.RescaleMode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The life of a job on a launcher that is slow, silent or loses tasks. */
class SupervisedEngineTest extends SupervisionFixture {
  @Test
  void silentTasksAreNotReportedBeforeTheirFirstLine() throws IOException {
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(2)));
      await(engine, "the tasks are started", () -> launcher.started.size() == 2);

      assertThat(engine.poll()).noneMatch(Event.OfJob.class::isInstance);
      launcher.print(launcher.started.getFirst(), 1, "{\"step\": 1}");
      Event.Running running = await(engine, Event.Running.class);
      assertThat(running.where()).isEqualTo(on(2));
    }
  }

  @Test
  void tasksThatAreLostWithTheirNodeAreACrash() throws IOException {
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(2)));
      await(engine, "the tasks are started", () -> launcher.started.size() == 2);
      launcher.print(launcher.started.getFirst(), 1, "{\"step\": 7, \"checkpoint\": 5}");
      await(engine, Event.Running.class);
      launcher.started.forEach(task -> launcher.lose(task, "was lost with its node"));

      Event.Crashed crashed = await(engine, Event.Crashed.class);
      assertThat(crashed.why()).matches("worker [01] was lost with its node");
      assertThat(crashed.steps()).isEqualTo(5);
    }
  }

  @Test
  void aHotJobHasNoSpeedWhileOneOfItsTasksIsStartedAgain() throws IOException {
    try (var engine = engine()) {
      engine.apply(new Order(1, job.withRescaleMode(RescaleMode.HOT), on(2)));
      await(engine, "the tasks are started", () -> launcher.started.size() == 3);
      progressed(engine, 1, 2);
      assertThat(progressed(engine, 2, 2).stepsPerSecond()).isPositive();
      launcher.end(launcher.started.get(2), 1);
      await(engine, "the worker is started again", () -> launcher.started.size() == 4);

      assertThat(progressed(engine, 3, 1).stepsPerSecond()).isZero();
      assertThat(progressed(engine, 4, 2).stepsPerSecond()).isPositive();
    }
  }

  /** The report of a step that the master of a hot job prints with the number of its workers. */
  private Event.Progressed progressed(SupervisedEngine engine, int step, int workers) {
    launcher.print(
        launcher.started.getFirst(),
        step,
        "{\"step\": %d, \"workers\": %d}".formatted(step, workers));
    return await(engine, Event.Progressed.class, report -> report.steps() == step);
  }

  @Test
  void aTaskThatCannotBeStartedEndsItsGeneration() throws IOException {
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(2)));
      await(engine, "the tasks are started", () -> launcher.started.size() == 2);
      launcher.lose(launcher.started.get(1), "cannot be started: no container for 60 s");
      await(
          engine,
          "the other is killed",
          () -> launcher.signals.contains("KILL " + launcher.started.getFirst().id()));
      launcher.end(launcher.started.getFirst(), 137);

      assertThat(await(engine, Event.Crashed.class).why())
          .isEqualTo("worker 1 cannot be started: no container for 60 s");
    }
  }

  @Test
  void aLauncherThatCannotListItsTasksIsAskedAgain() throws IOException {
    launcher.silent = true;
    try (var engine = engine()) {
      engine.adopt(List.of(new Order(4, job, on(1))));
      Event.Unknown unknown = await(engine, Event.Unknown.class);
      engine.apply(new Order(5, job, on(2)));

      assertThat(unknown.revision()).isEqualTo(4);
      assertThat(unknown.why()).isEqualTo("no answer for 20 s");
      assertThat(launcher.started).isEmpty();
      launcher.silent = false;
      await(engine, "the tasks are started", () -> !launcher.started.isEmpty());
    }
  }

  @Test
  void anExitStatusIsForgottenAtThePollAfterItsReport() throws IOException {
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(1)));
      await(engine, "the task is started", () -> !launcher.started.isEmpty());
      TaskSpec task = launcher.started.getFirst();
      launcher.print(task, 1, "{\"step\": 100}");
      launcher.end(task, 0);
      await(engine, Event.Finished.class);

      assertThat(launcher.signals).doesNotContain("FORGET " + task.id());
      await(
          engine,
          "the task is forgotten",
          () -> engine.poll().isEmpty() && launcher.signals.contains("FORGET " + task.id()));
    }
  }

  @Test
  void closingAnEngineSignalsNoTask() throws IOException {
    var engine = engine();
    engine.apply(new Order(1, job, on(2)));
    await(engine, "the tasks are started", () -> launcher.started.size() == 2);
    engine.close();

    assertThat(launcher.closed).isTrue();
    assertThat(launcher.signals).isEmpty();
  }

  @Test
  void aPartiallyStartedGenerationIsStoppedAndStartedAgain() throws IOException {
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(3)));
      await(engine, "the tasks are started", () -> launcher.started.size() == 3);
    }
    TaskSpec part = launcher.started.getFirst();
    launcher.left.add(new DurableLauncher.Found(part, false));
    launcher.started.clear();
    try (var next = engine()) {
      next.adopt(List.of(new Order(1, job, on(3))));
      await(next, "it is stopped", () -> launcher.signals.contains("STOP " + part.id()));
      launcher.end(part, 143);
      await(next, "all are started", () -> launcher.started.size() == 3);

      assertThat(launcher.started)
          .extracting(task -> task.id().generation())
          .containsOnly(part.id().generation() + 1);
      assertThat(next.poll()).noneMatch(Event.Crashed.class::isInstance);
    }
  }

  /**
   * The engine was killed after it had started the next job, and before it had forgotten the ended
   * tasks whose resources the next job has.
   */
  @Test
  void endedTasksTakeNoResourcesFromTheTasksThatFollowedThem() throws IOException {
    JobSpec follower =
        JobSpec.of(new JobId("follower"), job.demand(), job.bounds(), job.work())
            .withProgram(job.program());
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(4)));
      await(engine, "the tasks are started", () -> launcher.started.size() == 4);
      engine.apply(new Order(2, job, Allocation.NONE));
      await(engine, "all are asked to stop", () -> launcher.signals.size() == 4);
      launcher.started.forEach(task -> launcher.end(task, 143));
      await(engine, Event.Released.class);
      engine.apply(new Order(1, follower, on(4)));
      await(engine, "the next tasks are started", () -> launcher.started.size() == 8);
    }
    launcher.started.forEach(task -> launcher.left.add(new DurableLauncher.Found(task, false)));
    try (var next = engine()) {
      next.adopt(List.of(new Order(2, job, Allocation.NONE), new Order(1, follower, on(4))));
      Event.Running running = await(next, Event.Running.class);

      assertThat(running.job()).isEqualTo(follower.id());
      assertThat(launcher.signals).noneMatch(signal -> signal.startsWith("STOP " + follower.id()));
      assertThat(launcher.started).hasSize(8);
    }
  }

  @Test
  void stepsThatAnEarlierEngineHasReportedAreNotReportedAgain() throws IOException {
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(1)));
      await(engine, "the task is started", () -> launcher.started.size() == 1);
    }
    TaskSpec task = launcher.started.getFirst();
    launcher.left.add(new DurableLauncher.Found(task, false));
    launcher.replays = false;
    try (var next = engine()) {
      next.adopt(List.of(new Order(1, job, on(1))));
      await(next, "the task is followed", () -> launcher.followed.contains(task.id()));
      launcher.print(task, 1, "{\"step\": 1}");
      launcher.print(task, 2, "{\"step\": 9}");
      launcher.replayed(task);

      Event.Progressed first = await(next, Event.Progressed.class);
      assertThat(first.steps()).isEqualTo(9);
    }
  }

  /** A cancelled job has nothing to save that anyone needs, so its nodes are free soon. */
  @Test
  void aCancelledJobIsKilledAfterAShortGraceHoweverLongItsOwnIs() throws IOException {
    JobSpec patient = withGrace(Duration.ofHours(1));
    try (var engine = engine(shortGrace(Duration.ofMillis(50)))) {
      engine.apply(new Order(1, patient, on(1)));
      await(engine, "the task is started", () -> launcher.started.size() == 1);
      TaskSpec task = launcher.started.getFirst();
      engine.apply(Order.end(2, patient));
      await(engine, "it is killed", () -> launcher.signals.contains("KILL " + task.id()));
      launcher.end(task, 137);

      assertThat(launcher.signals).startsWith("STOP " + task.id(), "KILL " + task.id());
      await(engine, Event.Cancelled.class);
    }
  }

  @Test
  void aCancelShortensTheGraceOfAJobThatIsStopping() throws IOException {
    JobSpec patient = withGrace(Duration.ofHours(1));
    try (var engine = engine(shortGrace(Duration.ofMillis(50)))) {
      engine.apply(new Order(1, patient, on(1)));
      await(engine, "the task is started", () -> launcher.started.size() == 1);
      TaskSpec task = launcher.started.getFirst();
      engine.apply(new Order(2, patient, Allocation.NONE));
      await(engine, "it is asked to stop", () -> launcher.signals.contains("STOP " + task.id()));
      engine.apply(Order.end(3, patient));
      await(engine, "it is killed", () -> launcher.signals.contains("KILL " + task.id()));
      launcher.end(task, 137);

      await(engine, Event.Cancelled.class);
    }
  }

  @Test
  void tasksOfAJobThatIsOverAreKilledAfterAShortGraceByTheNextEngine() throws IOException {
    JobSpec patient = withGrace(Duration.ofHours(1));
    try (var engine = engine()) {
      engine.apply(new Order(1, patient, on(1)));
      await(engine, "the task is started", () -> launcher.started.size() == 1);
    }
    TaskSpec task = launcher.started.getFirst();
    launcher.left.add(new DurableLauncher.Found(task, false));
    try (var next = engine(shortGrace(Duration.ofMillis(50)))) {
      next.adopt(List.of());
      await(next, "it is killed", () -> launcher.signals.contains("KILL " + task.id()));

      assertThat(launcher.signals).startsWith("STOP " + task.id());
      launcher.end(task, 137);
    }
  }

  private JobSpec withGrace(Duration grace) {
    return job.withProgram(
        new Program(List.of("x"), Map.of(), "", "", grace, Duration.ofMinutes(5), 2));
  }

  private static Settings.Patience shortGrace(Duration grace) {
    Settings.Patience usual = Settings.Patience.DEFAULT;
    return new Settings.Patience(
        usual.quiet(), grace, usual.kill(), usual.firstRestart(), usual.longestRestart());
  }

  @Test
  void labelsHaveTheDataForALaterEngine() {
    var labels =
        new TaskLabels(
            RescaleMode.HOT,
            3,
            new Address("host", 7),
            List.of(new Address("host", 7), new Address("::1", 8)));

    assertThat(TaskLabels.of(labels.toMap())).isEqualTo(labels);
  }
}
