package dev.ductile.cli;

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
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.models.profile.StepRate;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command that is run for a few seconds at one size, to see how fast it makes steps. It gets the
 * environment of the process contract, and nothing of it is left afterwards.
 *
 * @param pattern finds the step in what it prints; several in lines of their own
 * @param patience how long the first step may take
 * @param time how long it is measured, once it has warmed up
 * @param logs where its output goes
 */
record QuickMeasurement(
    List<String> command, String pattern, Duration patience, Duration time, Path logs) {
  /** Steps in the ways that many programs print them, the surest first. */
  static final String USUAL_PATTERNS =
      """
      "step"\\s*:\\s*(?P<step>\\d+)
      (?i)\\bglobal[_ ]?step\\s*[=:]?\\s*(?P<step>\\d+)
      (?i)\\bsteps?\\b\\s*[=:#]?\\s*\\[?\\s*(?P<step>\\d+)
      (?i)\\biter(?:ation)?s?\\b\\s*[=:#]?\\s*\\[?\\s*(?P<step>\\d+)
      \\[\\s*(?P<step>\\d+)\\s*/\\s*\\d+\\s*\\]
      \\b(?P<step>\\d+)/\\d+ \\[
      """;

  private static final String CPU = "cpu";
  private static final JobId JOB = new JobId("profile");
  private static final double ENDLESS = 1e9;
  private static final Duration GRACE = Duration.ofSeconds(3);

  /** The share of the measured time that a program is given to warm up before it. */
  private static final int WARM_UP_PARTS = 5;

  private static final Settings SETTINGS =
      Settings.DEFAULT.with(new Settings.Rhythm(Duration.ofMillis(20), Duration.ofMillis(20)));

  /** Runs it with so many workers. */
  StepRate with(int workers) throws IOException {
    var node = new Node(new NodeId("this-machine"), Resources.of(Map.of(CPU, (double) workers)));
    try (var engine =
        new LocalEngine(
            List.of(node),
            logs.resolve("workers-" + workers),
            System.getenv(),
            SETTINGS,
            new SteadyTime(),
            line -> Output.say("ductile: " + line))) {
      var stop = new Thread(engine::close, "stop");
      Runtime.getRuntime().addShutdownHook(stop);
      try {
        engine.apply(new Order(1, job(workers), Allocation.on(node.id(), Size.workers(workers))));
        return rate(new Watch(engine));
      } finally {
        unhook(stop);
      }
    }
  }

  private static void unhook(Thread stop) {
    try {
      Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException _) {
      // It is running: this process is about to end.
    }
  }

  private JobSpec job(int workers) {
    var program =
        new Program(
            new BundledPrograms(Path.of("")).command(command),
            Map.of(),
            Path.of("").toAbsolutePath().toString(),
            pattern,
            GRACE,
            patience.plus(time.multipliedBy(2)),
            0);
    return JobSpec.of(
            JOB,
            Demand.perWorker(Resources.of(Map.of(CPU, 1.0))),
            Bounds.rigid(Size.workers(workers)),
            Work.steps(ENDLESS))
        .withProgram(program);
  }

  private StepRate rate(Watch watch) {
    Instant start = watch.engine.instant();
    watch.until(start.plus(patience), true);
    if (watch.marks.isEmpty()) {
      throw new InputException(
          watch.over.isEmpty()
              ? "no step was seen in %d s; is --pattern right? What it printed is in %s"
                  .formatted(patience.toSeconds(), logs)
              : "the command ended before its first step: %s".formatted(watch.over));
    }
    Instant first = watch.engine.instant();
    Instant warm = first.plus(time.dividedBy(WARM_UP_PARTS));
    watch.until(warm, false);
    watch.marks.subList(0, watch.marks.size() - 1).clear();
    watch.until(warm.plus(time), false);
    return rate(watch.marks, watch.over);
  }

  private StepRate rate(List<StepRate.Mark> marks, String over) {
    try {
      return StepRate.of(marks);
    } catch (IllegalArgumentException tooFew) {
      throw new InputException(
          "%s; %s. What it printed is in %s"
              .formatted(
                  tooFew.getMessage(),
                  over.isEmpty() ? "measure longer with --for" : "the command has " + over,
                  logs),
          tooFew);
    }
  }

  /** What is heard of the command. */
  private static final class Watch {
    private final LocalEngine engine;
    private final List<StepRate.Mark> marks = new ArrayList<>();
    private final Instant start;
    private String over = "";

    Watch(LocalEngine engine) {
      this.engine = engine;
      this.start = engine.instant();
    }

    /** Listens until then, or until the first step where only that is awaited. */
    void until(Instant deadline, boolean first) {
      while (over.isEmpty()
          && engine.instant().isBefore(deadline)
          && !(first && !marks.isEmpty())) {
        engine.sleepUntil(deadline);
        engine.poll().forEach(this::hear);
      }
    }

    private void hear(Event event) {
      switch (event) {
        case Event.Progressed progress -> mark(progress);
        case Event.Crashed crash -> over = "failed: " + crash.why();
        case Event.Failed failure -> over = "failed: " + failure.why();
        case Event.Finished _ -> over = "finished";
        case Event.OfNode _,
            Event.Setting _,
            Event.Decided _,
            Event.Accepted _,
            Event.Cancelled _,
            Event.Running _,
            Event.Rescaled _,
            Event.Released _,
            Event.Unknown _ -> {}
      }
    }

    private void mark(Event.Progressed progress) {
      double seconds = Duration.between(start, progress.at()).toNanos() * 1e-9;
      if (marks.isEmpty() || progress.steps() > marks.getLast().step()) {
        marks.add(new StepRate.Mark(seconds, progress.steps()));
      }
    }
  }
}
