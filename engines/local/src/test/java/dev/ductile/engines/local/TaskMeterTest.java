package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.engines.supervision.Launcher;
import dev.ductile.engines.supervision.Role;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskSignal;
import dev.ductile.engines.supervision.TaskSpec;
import dev.ductile.engines.supervision.TaskUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measured use of real processes. */
@Tag("process")
class TaskMeterTest {
  /**
   * About two processors' seconds of work in child processes that the shell waits for. It prints
   * the user and system times of itself and of the children, and sleeps.
   */
  private static final String BUSY =
      """
      spin() { while :; do :; done; }
      for child in 1 2; do (ulimit -t 1; spin) & done 2>/dev/null
      wait; times; sleep 100
      """;

  @TempDir Path root;

  @Test
  void processorTimeOfChildrenCountsAndThatOfASleeperDoesNot() throws IOException {
    try (var launcher = launcher()) {
      var events = new CopyOnWriteArrayList<TaskEvent>();
      launcher.start(
          List.of(
              new Launcher.Launch(spec(0, BUSY), events::add),
              new Launcher.Launch(spec(1, "sleep 100"), _ -> {})));
      EngineUnderTest.until("the children have ended", _ -> printed(events));

      TaskUse busy = use(launcher, 0);
      assertThat(busy.cpuSeconds()).isGreaterThan(1).isCloseTo(times(events), within(0.05));
      assertThat(busy.seconds()).isGreaterThan(0.9);
      assertThat(busy.cores()).isCloseTo(busy.cpuSeconds() / busy.seconds(), within(1e-9));
      assertThat(busy.memoryBytes()).isBetween(100_000L, 50_000_000L);
      assertThat(busy.cpus()).isEqualTo(2);
      assertThat(busy.node()).isEqualTo(new NodeId("node-0"));
      assertThat(use(launcher, 1).cpuSeconds()).isLessThan(0.1);
      assertThat(use(launcher, 0).cores()).isLessThan(0.5);
    }
  }

  @Test
  void theUseOfATaskStaysAfterItsEndUntilItIsForgotten() throws IOException {
    try (var launcher = launcher()) {
      var events = new CopyOnWriteArrayList<TaskEvent>();
      launcher.start(List.of(new Launcher.Launch(spec(0, BUSY), events::add)));
      EngineUnderTest.until("the children have ended", _ -> printed(events));
      double before = use(launcher, 0).cpuSeconds();
      launcher.signal(id(0), TaskSignal.KILL);
      EngineUnderTest.until(
          "the task is gone", _ -> events.stream().anyMatch(TaskEvent.Gone.class::isInstance));

      TaskUse last = use(launcher, 0);
      assertThat(last.cpuSeconds()).isEqualTo(before);
      assertThat(last.cores()).isZero();
      assertThat(last.memoryBytes()).isZero();
      launcher.signal(id(0), TaskSignal.FORGET);
      assertThat(launcher.measure()).contains(List.of());
    }
  }

  @Test
  void theNextClientOfAnAgentReceivesTheUseOfItsTasks() throws IOException {
    var patience = new NodeAgent.Patience(Duration.ofSeconds(2), Duration.ofSeconds(60));
    var agent = new AgentProcess(root, new OutputLimits(1000, 100_000), patience);
    try (var first = new AgentLauncher(agent, new SteadyTime(), _ -> {})) {
      first.start(List.of(new Launcher.Launch(spec(0, BUSY), _ -> {})));
      EngineUnderTest.until("the agent has measured", _ -> measured(first) > 0.2);
    }
    try (var next = new AgentLauncher(agent, new SteadyTime(), _ -> {})) {
      EngineUnderTest.until("the agent has sent its use", _ -> measured(next) > 0.2);
      next.signal(id(0), TaskSignal.KILL);
      next.signal(id(0), TaskSignal.FORGET);
      EngineUnderTest.until(
          "the task is no longer measured", _ -> next.measure().equals(Optional.of(List.of())));
    }
    EngineUnderTest.until("the agent has ended", _ -> ProcessGroups.agents(root).isEmpty());
  }

  @Test
  void aMachineWithoutProcessFilesMeasuresNothing() {
    var meter = new TaskMeter(new ProcessTable(root), Instant::now);
    assertThat(meter.measure(List.of())).isEmpty();
  }

  @Test
  void aProcessWithParenthesesInItsNameIsRead() throws IOException {
    Path process = Files.createDirectories(root.resolve("42"));
    Files.writeString(
        process.resolve("stat"),
        "42 (a) R (1 2) S 1 42 42 0 -1 4194304 1 2 3 4 150 50 25 75 20 0 1 0 5 6 7\n");
    Files.writeString(process.resolve("status"), "Name:\tVmRSS: 9 kB\nVmRSS:\t     12 kB\n");

    assertThat(new ProcessTable(root).sessions(Set.of(42L)))
        .containsExactly(Map.entry(42L, new SessionUse(3, 12 * 1024)));
  }

  private static LocalLauncher launcher() throws IOException {
    return new LocalLauncher(new OutputLimits(1000, 100_000), new SteadyTime(), _ -> {});
  }

  private static TaskUse use(LocalLauncher launcher, int task) {
    return launcher.measure().orElseThrow().stream()
        .filter(use -> use.task().equals(id(task)))
        .findFirst()
        .orElseThrow();
  }

  private static double measured(AgentLauncher launcher) {
    return launcher.measure().orElse(List.of()).stream().mapToDouble(TaskUse::cpuSeconds).sum();
  }

  private static boolean printed(List<TaskEvent> events) {
    return lines(events).count() >= 2;
  }

  /** The sum of the times that the shell has printed. */
  private static double times(List<TaskEvent> events) {
    return lines(events)
        .flatMap(line -> Stream.of(line.split(" ")))
        .mapToDouble(time ->
            60 * Double.parseDouble(time.replaceFirst("m.*", ""))
                + Double.parseDouble(time.replaceFirst(".*m", "").replace("s", "")))
        .sum();
  }

  private static Stream<String> lines(List<TaskEvent> events) {
    return events.stream()
        .filter(TaskEvent.Line.class::isInstance)
        .map(event -> ((TaskEvent.Line) event).text());
  }

  private static TaskId id(int index) {
    return new TaskId(new JobId("job"), 1, Role.WORKER, index, 1);
  }

  private TaskSpec spec(int index, String script) {
    return new TaskSpec(
        id(index),
        new NodeId("node-0"),
        Resources.of(Map.of(Resources.CPU, 2.0)),
        List.of("/bin/sh", "-c", script),
        Map.of("PATH", "/usr/bin:/bin", "DUCTILE_CHECKPOINT_DIR", root + "/saved"),
        Map.of(),
        root,
        root.resolve("worker-%d.log".formatted(index)),
        Duration.ofSeconds(1),
        List.of(),
        Map.of());
  }
}
