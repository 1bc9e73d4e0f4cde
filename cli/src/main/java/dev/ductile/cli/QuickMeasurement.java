package dev.ductile.cli;

import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Program;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import dev.ductile.api.Work;
import dev.ductile.cli.train.AskedSizePolicy;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.models.profile.StepRate;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.LiveCluster;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures the speed of a command in a few seconds at one size. The command gets the environment of
 * the process contract, and all its processes end with the measurement.
 *
 * @param pattern finds the step in a line of output; each line is a pattern
 * @param patience the limit for the first step
 * @param time of the measurement, after the warm-up
 * @param logs the folder for its output
 */
record QuickMeasurement(
    List<String> command, String pattern, Duration patience, Duration time, Path logs) {
  /**
   * Patterns for the output of common programs, the most specific first: JSON, Keras (ends of
   * epochs), Keras 3, Keras 2, Lightning (with tqdm and with rich), the Trainer of Hugging Face,
   * and then other words and bars.
   */
  static final String USUAL_PATTERNS =
      """
      "step"\\s*:\\s*(?P<step>\\d+)
      ^(?P<step>\\d+)/(?P<wholeEpoch>\\d+) - \\d+m?s - .*\\w+:
      (?:^|\\D)(?P<step>\\d+)/(?P<perEpoch>\\d+)\\S* .*\\d[mu]?s/step.* - \\w+:
      (?:^|\\D)(?P<step>\\d+)/(?P<perEpoch>\\d+) \\[[=>.]+\\] - .* - \\w+:
      ^Epoch \\d+:\\s.*?(?P<step>\\d+)/(?:(?P<perEpoch>\\d+)|\\?) \\[
      ^Epoch \\d+(?:/-?\\d+)?\\s.*?(?P<step>\\d+)/(?:(?P<perEpoch>\\d+)|--) +\\d+:\\d\\d:\\d\\d •
      ^\\s*\\d+%(?:\\|[^|]*\\|)?\\s*(?P<step>\\d+)/(?P<perEpoch>\\d+) \\[[^\\]]*(?:it/s|s/it)\\]
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

  /** The warm-up takes this part of the measured time. */
  private static final int WARM_UP_PARTS = 5;

  private static final Settings SETTINGS =
      Settings.DEFAULT.with(new Settings.Rhythm(Duration.ofMillis(20), Duration.ofMillis(20)));

  /** Measures it with this number of workers. */
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
        return rate(new Watch(engine, job(workers)));
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
              ? "no step was seen in %d s; is --pattern right? Its output is in %s"
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
          "%s; %s. Its output is in %s"
              .formatted(
                  tooFew.getMessage(),
                  over.isEmpty() ? "measure longer with --for" : "the command has " + over,
                  logs),
          tooFew);
    }
  }

  /** Collects the events of the command. */
  private static final class Watch implements SchedulerObserver {
    private final LocalEngine engine;
    private final LiveCluster cluster;
    private final List<StepRate.Mark> marks = new ArrayList<>();
    private final Instant start;
    private String over = "";

    Watch(LocalEngine engine, JobSpec job) {
      this.engine = engine;
      this.start = engine.instant();
      this.cluster =
          new LiveCluster(
              SchedulerParts.of(
                      AskedSizePolicy.installed(), engine, engine, new Ledger(Speeds.NONE))
                  .withObserver(this),
              Controls.none().policies(),
              1);
      var _ = cluster.send(new Command.Submit(job, SpeedSpec.UNKNOWN, Duration.ZERO));
    }

    /** Collects until the deadline, or until the first step if {@code first}. */
    void until(Instant deadline, boolean first) {
      cluster.runUntil(
          loop -> !over.isEmpty() || !loop.now().isBefore(deadline) || (first && !marks.isEmpty()),
          deadline);
    }

    @Override
    public void happened(Event event) {
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
