package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Order;
import dev.ductile.api.Program;
import dev.ductile.api.Range;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.engines.supervision.Secrets;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.engines.supervision.TaskUsers;
import dev.ductile.examples.SampleTrainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A local engine on two nodes of four GPUs, and the events that it has reported. */
final class EngineUnderTest implements AutoCloseable {
  static final NodeId FIRST = new NodeId("node-0");
  static final NodeId SECOND = new NodeId("node-1");

  /** Far longer than any test takes, so that only a fault reaches it. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  private static final long LOOK_NANOS = 2_000_000;

  /** Checks jobs and retries often. */
  static final Settings BRISK =
      Settings.DEFAULT
          .with(new Settings.Rhythm(Duration.ofMillis(20), Duration.ofMillis(20)))
          .with(
              new Settings.Patience(
                  Duration.ofSeconds(20),
                  Duration.ofSeconds(2),
                  Duration.ofSeconds(5),
                  Duration.ofMillis(10),
                  Duration.ofMillis(50)));

  final LocalEngine engine;
  final Path root;
  private final LocalEngine.Lifetime lifetime;
  final List<Event> events = new ArrayList<>();
  private int read;
  private long revision;
  final List<String> notes = new CopyOnWriteArrayList<>();

  EngineUnderTest(Path root) throws IOException {
    this(root, BRISK);
  }

  EngineUnderTest(Path root, Settings settings) throws IOException {
    this(root, settings, LocalEngine.Lifetime.COMMAND);
  }

  EngineUnderTest(Path root, Settings settings, LocalEngine.Lifetime lifetime) throws IOException {
    this(root, settings, lifetime, Secrets.NONE);
  }

  EngineUnderTest(Path root, Settings settings, LocalEngine.Lifetime lifetime, Secrets secrets)
      throws IOException {
    this.root = root;
    this.lifetime = lifetime;
    this.engine =
        new LocalEngine(
            lifetime,
            nodes(),
            root,
            System.getenv(),
            secrets,
            TaskUsers.ENGINE,
            settings,
            new SteadyTime(),
            notes::add,
            (_, _) -> {});
  }

  static List<Node> nodes() {
    return List.of(new Node(FIRST, Resources.gpus(4)), new Node(SECOND, Resources.gpus(4)));
  }

  static Allocation on(NodeId node, int workers) {
    return Allocation.on(node, Size.workers(workers));
  }

  /** A job that runs a shell script in every task. */
  static JobSpec shell(String name, String script) {
    return job(name, program(List.of("/bin/sh", "-c", script)));
  }

  static JobSpec trainer(String name, String... options) {
    return job(
        name,
        program(
            SampleTrainer.command(
                Stream.concat(Stream.of(SampleTrainer.WORD), Stream.of(options)).toList())));
  }

  /** The trainer as a hot job; every step is in its checkpoint. */
  static JobSpec hotTrainer(String name, String... options) {
    var all = Stream.concat(Stream.of("--checkpoint-every", "1"), Stream.of(options));
    return trainer(name, all.toArray(String[]::new)).withRescaleMode(RescaleMode.HOT);
  }

  static JobSpec job(String name, Program program) {
    return JobSpec.of(
            new JobId(name),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 8),
            Work.steps(200))
        .withProgram(program);
  }

  /** The same job with servers, each of which takes a GPU too. */
  static JobSpec withServers(JobSpec spec) {
    var gpu = Resources.gpus(1);
    return JobSpec.of(
            spec.id(),
            new Demand(gpu, gpu, Resources.NONE),
            new Bounds(Range.between(1, 8), Range.between(1, 8)),
            spec.work())
        .withRescaleMode(spec.rescaleMode())
        .withProgram(spec.program());
  }

  static Program program(List<String> command) {
    return new Program(
        command, Map.of(), "", "", Duration.ofSeconds(10), Duration.ofSeconds(20), 2);
  }

  static JobSpec with(JobSpec spec, Duration grace, Duration stall, int restarts) {
    Program old = spec.program();
    return spec.withProgram(
        new Program(
            old.command(),
            old.environment(),
            old.directory(),
            old.progress(),
            grace,
            stall,
            restarts));
  }

  static JobSpec withProgress(JobSpec spec, String progress) {
    Program old = spec.program();
    return spec.withProgram(
        new Program(
            old.command(),
            old.environment(),
            old.directory(),
            progress,
            old.grace(),
            old.stall(),
            old.restarts()));
  }

  void apply(JobSpec spec, Allocation target) {
    engine.apply(new Order(++revision, spec, target));
  }

  /** The next event that is of this kind and that passes the test. */
  <E extends Event> E await(Class<E> kind, Predicate<? super E> test) {
    Instant deadline = engine.instant().plus(LIMIT);
    while (true) {
      while (read < events.size()) {
        Event event = events.get(read++);
        if (kind.isInstance(event) && test.test(kind.cast(event))) {
          return kind.cast(event);
        }
      }
      if (!engine.instant().isBefore(deadline)) {
        break;
      }
      engine.sleepUntil(deadline);
      events.addAll(engine.poll());
    }
    throw new AssertionError("no %s; %s".formatted(kind.getSimpleName(), story()));
  }

  <E extends Event> E await(Class<E> kind) {
    return await(kind, event -> true);
  }

  /** Waits for a condition that no event reports. */
  static void until(String what, Predicate<Instant> test) {
    var time = new SteadyTime();
    Instant deadline = time.instant().plus(LIMIT);
    while (!test.test(time.instant())) {
      if (time.instant().isAfter(deadline)) {
        throw new AssertionError("this did not happen: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  <E extends Event> List<E> reported(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  List<String> log(JobSpec spec, int generation, String role, int index) throws IOException {
    return Files.readAllLines(engine.log(spec.id(), generation, role, index));
  }

  /** All events and logs, for the message of a failed test. */
  String story() {
    var story = new StringBuilder("events: ");
    events.forEach(event -> story.append("\n  ").append(event));
    story.append("\nnotes: ").append(notes);
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".log")).toList()) {
        String text = Files.readString(file);
        story.append("\n").append(file).append(":\n");
        story.append(text, 0, Math.min(text.length(), 2000));
      }
    } catch (IOException e) {
      story.append(e);
    }
    return story.toString();
  }

  /** No process may be left after any test. */
  @Override
  public void close() {
    engine.close();
    if (lifetime == LocalEngine.Lifetime.AGENT) {
      ProcessGroups.endAgents(root);
    }
    assertThat(ProcessGroups.of(root)).as(story()).isEmpty();
  }
}
