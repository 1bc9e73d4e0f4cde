package dev.ductile.cli;

import dev.ductile.api.Allocation;
import dev.ductile.api.Clock;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Order;
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
import dev.ductile.scheduler.Observer;
import dev.ductile.scheduler.Pace;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** A scenario with real processes: the first of its policies, seeds and loads. */
final class LiveRun {
  /** More jobs than this are a trace for the simulator, not a run on one machine. */
  private static final int MOST_JOBS = 1_000;

  /** The most that jobs may take to end when the run is at its limit. */
  private static final Duration LONGEST_END = Duration.ofMinutes(2);

  private final Scenario scenario;
  private final Catalog catalog;
  private final Programs programs;
  private final Path folder;
  private final boolean keepRunning;
  private final Observer narrator;
  private final BiConsumer<JobId, String> ear;

  /**
   * A run that has not begun.
   *
   * @param keepRunning whether jobs outlive this process, and those of an earlier one are taken
   *     over
   * @param ear hears what the masters of jobs print
   */
  LiveRun(
      Scenario scenario,
      Catalog catalog,
      Programs programs,
      Path folder,
      boolean keepRunning,
      Observer narrator,
      BiConsumer<JobId, String> ear) {
    this.scenario = scenario;
    this.catalog = catalog;
    this.programs = programs;
    this.folder = folder;
    this.keepRunning = keepRunning;
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
    var past = new PastEvents(scenario.nodes());
    try (var file = FileJournal.open(folder.resolve("journal"), codec, past::take);
        LocalEngine engine = engine()) {
      var stop = new Thread(engine::close, "stop");
      Runtime.getRuntime().addShutdownHook(stop);
      boolean isFirst = past.isEmpty();
      Instant start = past.start(engine.instant());
      Recorder recorder = past.recorder(start);
      var pace = new Pace(scenario.decisions().onEvents(), scenario.decisions().every());
      var standstill = new Standstill();
      Observer observers = recorder.and(narrator).and(standstill);
      var journal = new RetryingJournal(file, LiveRun::sleep, LiveRun::note);
      var inbox = new Inbox(MOST_JOBS, engine::wake);
      var scheduler =
          new Scheduler(
              SchedulerParts.of(policy, engine, engine)
                  .withPace(pace)
                  .withObserver(observers)
                  .withLedger(past.ledger())
                  .withJournal(journal)
                  .withControls(Controls.of(inbox)));
      if (!isFirst) {
        takeOver(scheduler);
      }
      List<Submission> coming = jobs.subList(Math.min(past.arrived(), jobs.size()), jobs.size());
      Instant first = jobs.isEmpty() ? start : jobs.getFirst().at();
      Thread feeder =
          Thread.ofVirtual()
              .start(() -> feed(inbox, engine, coming, Duration.between(first, start)));
      Instant horizon = start.plus(scenario.limits().horizon());
      scheduler.runUntil(loop ->
          isOver(loop, jobs.size() - past.refused(), standstill) || isAtLimit(loop, horizon));
      feeder.interrupt();
      if (keepRunning) {
        endJobs(scheduler, engine);
      }
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

  private void takeOver(Scheduler scheduler) {
    int active = scheduler.ledger().activeJobs();
    note(
        "takes over %d %s of the run in %s"
            .formatted(active, active == 1 ? "job" : "jobs", folder));
    scheduler.adopt();
  }

  /** The run is at its limit, and its jobs with it; waits until they have ended, within bounds. */
  private static void endJobs(Scheduler scheduler, LocalEngine engine) {
    Set<JobId> left = new HashSet<>();
    Instant deadline = engine.instant().plus(LONGEST_END);
    for (Job job : scheduler.ledger().picture(engine.instant()).jobs()) {
      if (job.holdsResources()) {
        left.add(job.id());
        engine.apply(new Order(job.revision() + 1, job.spec(), Allocation.NONE));
      }
    }
    while (!left.isEmpty() && engine.instant().isBefore(deadline)) {
      engine.sleepUntil(deadline);
      for (Event event : engine.poll()) {
        if (event instanceof Event.Released || event instanceof Event.Ended) {
          left.remove(((Event.OfJob) event).job());
        }
      }
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
        keepRunning ? LocalEngine.Lifetime.AGENT : LocalEngine.Lifetime.COMMAND,
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
  private void feed(Inbox inbox, Clock clock, List<Submission> jobs, Duration shift) {
    for (Submission job : jobs) {
      Instant due = job.at().plus(shift);
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
