package dev.ductile.engines.local;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobId;
import dev.ductile.api.Resources;
import dev.ductile.engines.supervision.DurableLauncher;
import dev.ductile.engines.supervision.Launcher;
import dev.ductile.engines.supervision.Role;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskSignal;
import dev.ductile.engines.supervision.TaskSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node agent and its clients, all of them real processes. */
@Tag("process")
class NodeAgentTest {
  private static final NodeAgent.Patience SHORT =
      new NodeAgent.Patience(Duration.ofSeconds(2), Duration.ofSeconds(60));

  /** Prints numbered lines, and ends when the file is there. */
  private static final String COUNTER =
      "i=0; while [ ! -e end ]; do i=$((i + 1)); echo line $i; sleep 0.01; done; exit 7";

  @TempDir Path root;

  private final List<String> notes = new CopyOnWriteArrayList<>();

  @Test
  void aClientThatIsKilledLeavesItsTasksToTheNextOne() throws IOException, InterruptedException {
    Process first = client(root);
    EngineUnderTest.until("the client receives lines", _ -> receivedLines() >= 20);
    first.destroyForcibly().waitFor();
    Files.createFile(root.resolve("end"));

    try (var second = launcher(root)) {
      assertThat(second.list())
          .singleElement()
          .satisfies(found -> {
            assertThat(found.spec()).isEqualTo(spec(root, COUNTER));
            assertThat(found.stopping()).isFalse();
          });
      List<TaskEvent> events = follow(second);
      EngineUnderTest.until("the task is gone", _ -> isGone(events));

      assertThat(exit(events)).isEqualTo(7);
      List<Long> numbers = numbers(events);
      assertThat(numbers)
          .hasSizeGreaterThanOrEqualTo(20)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
      second.signal(id(), TaskSignal.FORGET);
      assertThat(second.list()).isEmpty();
    }
  }

  @Test
  void anExitStatusIsKeptUntilAClientHasNotedIt() throws IOException {
    try (var first = launcher(root)) {
      first.start(List.of(new Launcher.Launch(spec(root, "exit 3"), _ -> {})));
    }
    EngineUnderTest.until("the task is gone", _ -> ProcessGroups.of(root).isEmpty());
    for (int i = 0; i < 2; i++) {
      try (var next = launcher(root)) {
        List<TaskEvent> events = follow(next);
        EngineUnderTest.until("the end is told", _ -> isGone(events));
        assertThat(exit(events)).isEqualTo(3);
      }
    }
    try (var last = launcher(root)) {
      last.signal(id(), TaskSignal.FORGET);
      assertThat(last.list()).isEmpty();
    }
  }

  @Test
  void theNewestClientReplacesTheEarlierOne() throws IOException {
    try (var first = launcher(root)) {
      var received = new CopyOnWriteArrayList<TaskEvent>();
      first.start(List.of(new Launcher.Launch(spec(root, COUNTER), received::add)));
      try (var second = launcher(root)) {
        List<TaskEvent> events = follow(second);
        EngineUnderTest.until("the first is told", _ -> !received.isEmpty() && isLost(received));
        EngineUnderTest.until("the second hears lines", _ -> events.size() > 10);
        second.signal(id(), TaskSignal.KILL);
        EngineUnderTest.until("the task is gone", _ -> isGone(events));

        assertThat(exit(events)).isEqualTo(137);
        assertThat(second.list()).singleElement().matches(DurableLauncher.Found::stopping);
        assertThat(notes).contains("another ductile has taken over the tasks of " + root);
        second.signal(id(), TaskSignal.FORGET);
        assertThat(second.list()).isEmpty();
      }
    }
  }

  @Test
  void anAgentWithoutTasksAndWithoutAClientEnds() throws IOException {
    try (var client = launcher(root)) {
      assertThat(client.list()).isEmpty();
      assertThat(ProcessGroups.agents(root)).hasSize(1);
    }

    EngineUnderTest.until("the agent has ended", _ -> ProcessGroups.agents(root).isEmpty());
    assertThat(root.resolve(".agent/socket")).doesNotExist();
  }

  @Test
  void tasksOfAnAgentThatIsKilledEndAndAnotherAgentTakesItsPlace() throws IOException {
    try (var client = launcher(root)) {
      var received = new CopyOnWriteArrayList<TaskEvent>();
      client.start(List.of(new Launcher.Launch(spec(root, COUNTER), received::add)));
      EngineUnderTest.until("the task runs", _ -> !received.isEmpty());
      ProcessGroups.agents(root).forEach(ProcessHandle::destroyForcibly);
      EngineUnderTest.until("the loss is told", _ -> isLost(received));
      EngineUnderTest.until("the task is ended", _ -> ProcessGroups.of(root).isEmpty());
      received.clear();
      client.start(List.of(new Launcher.Launch(spec(root, "exit 0"), received::add)));
      EngineUnderTest.until("the next task is gone", _ -> isGone(received));

      assertThat(exit(received)).isZero();
      client.signal(id(), TaskSignal.FORGET);
      assertThat(client.list()).isEmpty();
    }
  }

  @Test
  void aFolderWithALongPathHasAnAgent() throws IOException {
    Path deep = Files.createDirectories(root.resolve("d".repeat(100)).resolve("e".repeat(100)));
    try (var client = launcher(deep)) {
      assertThat(client.list()).isEmpty();
      assertThat(deep.resolve(".agent/socket")).exists();
    }
  }

  /** The folder of a run may be removed, and made again by the next run, within seconds. */
  @Test
  void anAgentWhoseFolderIsGoneLeavesTheSocketOfItsSuccessor() throws IOException {
    Path run = root.resolve("run");
    try (var first = launcher(run)) {
      assertThat(first.list()).isEmpty();
    }
    Files.move(run, root.resolve("removed"));

    try (var second = launcher(run)) {
      assertThat(second.list()).isEmpty();
      EngineUnderTest.until(
          "the first agent has ended", _ -> ProcessGroups.agents(run).size() == 1);
      assertThat(run.resolve(".agent/socket")).exists();
    }
  }

  /** No agent and no task may be left after any test. */
  @AfterEach
  void no_process_is_left() {
    EngineUnderTest.until("all agents have ended", _ -> ProcessGroups.agents(root).isEmpty());
    assertThat(ProcessGroups.of(root)).isEmpty();
  }

  /** A program that starts a task, writes its events to a file, and is killed. */
  static final class Client {
    private Client() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Path root = Path.of(arguments[0]);
      try (var launcher = new AgentLauncher(agent(root), new SteadyTime(), _ -> {})) {
        launcher.start(
            List.of(new Launcher.Launch(spec(root, COUNTER), event -> write(root, event))));
        Thread.currentThread().join();
      }
    }

    private static void write(Path root, TaskEvent event) {
      try {
        Files.writeString(root.resolve("heard"), event + "\n", CREATE, APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private long receivedLines() {
    try (Stream<String> events = Files.lines(root.resolve("heard"))) {
      return events.filter(event -> event.startsWith("Line[")).count();
    } catch (IOException e) {
      return 0; // the client has not started
    }
  }

  private static Process client(Path root) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Client.class.getName(),
            root.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private AgentLauncher launcher(Path folder) throws IOException {
    return new AgentLauncher(agent(folder), new SteadyTime(), notes::add);
  }

  private static AgentProcess agent(Path folder) {
    return new AgentProcess(folder, new OutputLimits(1000, 100_000), SHORT);
  }

  private static List<TaskEvent> follow(AgentLauncher launcher) {
    var events = new CopyOnWriteArrayList<TaskEvent>();
    launcher.follow(id(), events::add);
    return events;
  }

  private static TaskId id() {
    return new TaskId(new JobId("job"), 1, Role.WORKER, 0, 1);
  }

  private static TaskSpec spec(Path root, String script) {
    return new TaskSpec(
        id(),
        EngineUnderTest.FIRST,
        Resources.gpus(1),
        List.of("/bin/sh", "-c", script),
        Map.of("DUCTILE_CHECKPOINT_DIR", root + "/saved", "PATH", System.getenv("PATH")),
        Map.of(),
        root,
        root.resolve("worker-0.log"),
        Duration.ofSeconds(1),
        List.of(),
        Map.of("revision", "4"));
  }

  private static boolean isGone(List<TaskEvent> events) {
    return events.stream().anyMatch(TaskEvent.Gone.class::isInstance);
  }

  private static boolean isLost(List<TaskEvent> events) {
    return events.stream().anyMatch(TaskEvent.Lost.class::isInstance);
  }

  private static int exit(List<TaskEvent> events) {
    return events.stream()
        .filter(TaskEvent.Exited.class::isInstance)
        .map(event -> ((TaskEvent.Exited) event).status())
        .findFirst()
        .orElseThrow();
  }

  private static List<Long> numbers(List<TaskEvent> events) {
    return events.stream()
        .filter(TaskEvent.Line.class::isInstance)
        .map(event -> ((TaskEvent.Line) event).number())
        .toList();
  }
}
