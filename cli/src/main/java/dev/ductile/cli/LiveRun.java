package dev.ductile.cli;

import dev.ductile.api.Clock;
import dev.ductile.api.Command;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.history.EventCodec;
import dev.ductile.history.FileJournal;
import dev.ductile.history.Recorder;
import dev.ductile.history.RetryingJournal;
import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.scheduler.Inbox;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Observer;
import dev.ductile.scheduler.Pace;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** A scenario with real processes: the first of its policies, seeds and loads. */
final class LiveRun {
  /** More jobs than this are a trace for the simulator, not a run on one machine. */
  private static final int MOST_JOBS = 1_000;

  private final Scenario scenario;
  private final Catalog catalog;
  private final Programs programs;
  private final Path folder;
  private final Observer narrator;
  private final BiConsumer<JobId, String> ear;

  /**
   * A run that has not begun.
   *
   * @param ear hears what the masters of jobs print
   */
  LiveRun(
      Scenario scenario,
      Catalog catalog,
      Programs programs,
      Path folder,
      Observer narrator,
      BiConsumer<JobId, String> ear) {
    this.scenario = scenario;
    this.catalog = catalog;
    this.programs = programs;
    this.folder = folder;
    this.narrator = narrator;
    this.ear = ear;
  }

  Run run(DecisionWatch watch) throws IOException {
    List<Submission> jobs = jobs();
    Choice choice = scenario.policies().getFirst();
    long seed = scenario.seeds().getFirst();
    Placement placement = catalog.placement(scenario.placement());
    Policy policy =
        watch.over(
            choice.name(), catalog.policy(choice, placement, new Seed(seed).child("policy")));
    var codec = new EventCodec(catalog);
    try (LocalEngine engine = engine();
        var file = FileJournal.open(folder.resolve("journal"), codec, _ -> {})) {
      var stop = new Thread(engine::close, "stop");
      Runtime.getRuntime().addShutdownHook(stop);
      Instant start = engine.instant();
      var recorder = new Recorder(start, scenario.nodes(), true);
      var pace = new Pace(scenario.decisions().onEvents(), scenario.decisions().every());
      var standstill = new Standstill();
      Observer observers = recorder.and(narrator).and(standstill);
      var journal = new RetryingJournal(file, LiveRun::sleep, LiveRun::note);
      var inbox = new Inbox(MOST_JOBS, engine::wake);
      var scheduler =
          new Scheduler(
              policy, engine, engine, pace, observers, new Ledger(), journal, Controls.of(inbox));
      Thread feeder = Thread.ofVirtual().start(() -> feed(inbox, engine, jobs, start));
      Instant horizon = start.plus(scenario.limits().horizon());
      scheduler.runUntil(loop -> isOver(loop, jobs.size(), standstill) || isAtLimit(loop, horizon));
      feeder.interrupt();
      Runtime.getRuntime().removeShutdownHook(stop);
      return recorder.run(
          choice.name(),
          seed,
          scenario.loads().getFirst(),
          engine.instant(),
          end(scheduler, horizon),
          new Recorder.RunCounts(
              recorder.lostSeconds(), scheduler.decisions(), scheduler.rejections()));
    }
  }

  private static boolean isOver(Scheduler scheduler, int jobs, Standstill standstill) {
    boolean allCame = scheduler.ledger().submittedJobs() + scheduler.refusedJobs() == jobs;
    return allCame && (scheduler.ledger().activeJobs() == 0 || standstill.isReached());
  }

  private boolean isAtLimit(Scheduler scheduler, Instant horizon) {
    return !scheduler.now().isBefore(horizon)
        || scheduler.decisions() >= scenario.limits().decisions();
  }

  private LocalEngine engine() throws IOException {
    return new LocalEngine(
        scenario.nodes().list(),
        folder,
        System.getenv(),
        Settings.DEFAULT,
        new SteadyTime(),
        LiveRun::note,
        ear);
  }

  private static void note(String line) {
    Output.say("ductile: " + line);
  }

  private static void sleep(Duration duration) {
    LockSupport.parkNanos(duration.toNanos());
  }

  private Run.End end(Scheduler scheduler, Instant horizon) {
    if (scheduler.ledger().activeJobs() == 0) {
      return Run.End.ALL_OVER;
    }
    return scheduler.now().isBefore(horizon) ? Run.End.DECISIONS : Run.End.HORIZON;
  }

  private List<Submission> jobs() {
    try (Stream<Submission> submissions =
        scenario.workload().submissions(scenario.seeds().getFirst(), scenario.loads().getFirst())) {
      List<Submission> jobs = submissions.limit(MOST_JOBS + 1L).map(this::executable).toList();
      if (jobs.size() > MOST_JOBS) {
        throw new InputException(
            "%s has more than %d jobs; that is for 'ductile simulate'"
                .formatted(scenario.name(), MOST_JOBS));
      }
      return jobs;
    }
  }

  private Submission executable(Submission submission) {
    JobSpec spec = submission.spec();
    if (spec.program().isNone()) {
      throw new InputException(
          "job %s has nothing to execute; give it program: {command: [...]}, or use 'ductile simulate'"
              .formatted(spec.id()));
    }
    List<String> command = programs.command(spec.program().command());
    return submission.withSpec(spec.withProgram(spec.program().withCommand(command)));
  }

  /** Submits each job when its time has come. */
  private void feed(Inbox inbox, Clock clock, List<Submission> jobs, Instant start) {
    Instant first = jobs.isEmpty() ? start : jobs.getFirst().at();
    for (Submission job : jobs) {
      Instant due = start.plus(Duration.between(first, job.at()));
      Duration wait = Duration.between(clock.instant(), due);
      try {
        Thread.sleep(wait.isNegative() ? Duration.ZERO : wait);
      } catch (InterruptedException e) {
        return;
      }
      Duration pause = scenario.rescale().cost(job.spec().mechanism()).mean();
      var _ = inbox.send(new Command.Submit(job.spec(), job.speed(), pause));
    }
  }
}
