package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Program;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.io.TempDir;

/** An engine on a fake launcher with one node of four GPUs, and a job for it. */
class SupervisionFixture {
  static final NodeId NODE = new NodeId("node-0");
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(1);
  static final Duration SHORT = Duration.ofMillis(10);

  @TempDir Path root;

  private final Deque<Event> unread = new ArrayDeque<>();
  final FakeLauncher launcher = new FakeLauncher();
  final JobSpec job =
      JobSpec.of(
              new JobId("job"),
              Demand.perWorker(Resources.gpus(1)),
              Bounds.workers(1, 4),
              Work.steps(100))
          .withProgram(
              new Program(List.of("x"), Map.of(), "", "", SHORT, Duration.ofMinutes(5), 2));

  final SupervisedEngine engine() throws IOException {
    return engine(Settings.Answers.DEFAULT);
  }

  final SupervisedEngine engine(Settings.Answers answers) throws IOException {
    return engine(Settings.DEFAULT.with(answers));
  }

  final SupervisedEngine engine(Settings.Patience patience) throws IOException {
    return engine(Settings.DEFAULT.with(patience));
  }

  private SupervisedEngine engine(Settings settings) throws IOException {
    return new SupervisedEngine(
        launcher.platform(),
        List.of(new Node(NODE, Resources.gpus(4))),
        root,
        Map.of(),
        settings.with(new Settings.Rhythm(SHORT, SHORT)),
        new SteadyTime(),
        _ -> {},
        (_, _) -> {});
  }

  static Allocation on(int workers) {
    return Allocation.on(NODE, Size.workers(workers));
  }

  /** A task that the launcher has started; tasks start in any order. */
  final TaskSpec task(Role role, int index) {
    return launcher.started.stream()
        .filter(task -> task.id().role() == role && task.id().index() == index)
        .findFirst()
        .orElseThrow();
  }

  final <E extends Event> E await(SupervisedEngine engine, Class<E> kind) {
    return await(engine, kind, _ -> true);
  }

  /** The next event of this kind; events that were polled before it are skipped. */
  final <E extends Event> E await(SupervisedEngine engine, Class<E> kind, Predicate<E> test) {
    Instant deadline = engine.instant().plus(LIMIT);
    var skipped = new ArrayList<Event>();
    while (engine.instant().isBefore(deadline)) {
      while (!unread.isEmpty()) {
        Event event = unread.removeFirst();
        if (kind.isInstance(event) && test.test(kind.cast(event))) {
          return kind.cast(event);
        }
        skipped.add(event);
      }
      engine.sleepUntil(deadline);
      unread.addAll(engine.poll());
    }
    throw new AssertionError("no %s in %s".formatted(kind.getSimpleName(), skipped));
  }

  static void await(SupervisedEngine engine, String what, BooleanSupplier test) {
    Instant deadline = engine.instant().plus(LIMIT);
    while (!test.getAsBoolean()) {
      if (!engine.instant().isBefore(deadline)) {
        throw new AssertionError("this did not happen: " + what);
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }
}
