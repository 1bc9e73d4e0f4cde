package dev.ductile.cli;

import dev.ductile.api.Command;
import dev.ductile.api.Estimator;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.Queue;
import dev.ductile.api.Seed;
import dev.ductile.cli.train.Interruption;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.history.EventCodec;
import dev.ductile.history.FileJournal;
import dev.ductile.history.JournalInUseException;
import dev.ductile.history.Recorder;
import dev.ductile.history.RetryingJournal;
import dev.ductile.history.Run;
import dev.ductile.history.RunEnd;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.DecisionTimes;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.scheduler.Journal;
import dev.ductile.scheduler.LiveCluster;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A scenario with real processes: the first of its policies, seeds and loads. */
final class LiveRun {
  /** A workload with more jobs is a trace for the simulator. */
  static final int MOST_JOBS = 1_000;

  /** Each job may be submitted and cancelled. */
  private static final int MOST_COMMANDS = 2 * MOST_JOBS;

  /** The longest wait for the tasks of jobs that are cancelled because the run ends. */
  private static final Duration LONGEST_END = Duration.ofMinutes(2);

  /** The longest wait for tasks that have ended after their grace. */
  private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

  private final Scenario scenario;
  private final Catalog catalog;
  private final BundledPrograms programs;
  private final RunFolder folder;
  private final UnfinishedRun description;
  private final RunListeners listeners;

  /**
   * A run that has not begun.
   *
   * @param description is in the folder until the run is over
   */
  LiveRun(
      Scenario scenario,
      Catalog catalog,
      BundledPrograms programs,
      RunFolder folder,
      UnfinishedRun description,
      RunListeners listeners) {
    this.scenario = scenario;
    this.catalog = catalog;
    this.programs = programs;
    this.folder = folder;
    this.description = description;
    this.listeners = listeners;
  }

  /** Runs it to its end; empty if it was stopped before. */
  Optional<Run> run(DecisionWatch watch, Interruption interruption) throws IOException {
    List<Submission> jobs = jobs();
    Estimator estimator = scenario.estimator().map(catalog::estimator).orElse(Estimator.NONE);
    var record = new RunRecord(scenario.nodes(), catalog, estimator, jobs.size());
    try (LiveTrial trial = trial(watch);
        var file = openJournal(record, trial)) {
      record.requireJobs(jobs.stream().map(job -> job.spec().id()).toList(), folder.path());
      folder.begin(description);
      var journal = new RetryingJournal(file, LiveRun::sleep, listeners::note);
      try (LocalEngine engine = engine()) {
        interruption.whenRequested(engine::wake);
        return run(trial, interruption, jobs, record, policyBefore(record), engine, journal);
      }
    }
  }

  /** The journal is locked first, because nothing of a run in progress may be changed. */
  private FileJournal openJournal(RunRecord record, LiveTrial trial) throws IOException {
    try {
      return FileJournal.open(
          folder.journal(),
          new EventCodec(catalog),
          event -> {
            record.takeOver(event);
            listeners.past(event);
            trial.past(event);
          });
    } catch (JournalInUseException running) {
      throw new InputException(
          "the run in %s is still in progress; stop it first, with Ctrl-C in its terminal"
              .formatted(folder.path()),
          running);
    }
  }

  private LiveTrial trial(DecisionWatch watch) throws IOException {
    return new LiveTrial(
        scenario, catalog, folder, choice -> policy(choice, watch), listeners::note);
  }

  private Optional<Run> run(
      LiveTrial trial,
      Interruption interruption,
      List<Submission> jobs,
      RunRecord record,
      Optional<String> before,
      LocalEngine engine,
      Journal journal) {
    boolean isNew = record.isNew();
    Instant start =
        keepsRunning()
            ? record.begin(engine.instant())
            : record.beginWithoutBreaks(engine.instant());
    var standstill =
        new StandstillDetector(line -> {
          if (!interruption.isRequested()) {
            listeners.view().print(line);
          }
        });
    try (var cluster =
        new LiveCluster(
            SchedulerParts.of(trial.acting(choice().line()), engine, engine, record.past())
                .withPace(pace(scenario.decisions()))
                .withObserver(
                    record.and(listeners.observer()).and(standstill).and(trial.observer()))
                .withStability(scenario.stability())
                .withJournal(journal),
            trial::acting,
            MOST_COMMANDS)) {
      trial.begin(cluster);
      if (isNew) {
        setQueues(cluster);
      } else {
        takeOver(cluster, record, jobs.size());
        if (before.filter(trial::isCandidate).isEmpty()) {
          decideFromNowOn(cluster, before);
        }
        resumeStopped(cluster, record);
      }
      submit(cluster, jobs, record.arrived(), start);
      Instant horizon = start.plus(scenario.limits().horizon());
      cluster.runUntil(
          loop ->
              interruption.isRequested()
                  || isOver(loop, record)
                  || end(loop, record, standstill, horizon).isPresent(),
          horizon);
      Scheduler loop = cluster.scheduler();
      if (interruption.isRequested() && !isOver(loop, record) && record.end().isEmpty()) {
        stop(cluster, interruption);
        return Optional.empty();
      }
      Instant ended = loop.now();
      Optional<RunEnd> end =
          isOver(loop, record) ? record.end() : end(loop, record, standstill, horizon);
      end.ifPresent(why -> cluster.cancelAll(why.sentence(scenario.limits()), LONGEST_END));
      return Optional.of(figures(record, loop, ended, end));
    }
  }

  private static DecisionTimes pace(Decisions decisions) {
    return new DecisionTimes(decisions.onEvents(), decisions.every(), decisions.leastInterval());
  }

  private static void resumeStopped(LiveCluster cluster, RunRecord record) {
    for (JobId job : record.stopped()) {
      var _ = cluster.send(new Command.Resume(job));
    }
  }

  private void setQueues(LiveCluster cluster) {
    for (Queue queue : scenario.queues()) {
      var _ = cluster.send(new Command.SetQueue(queue));
    }
  }

  /** Jobs that outlive this command train on; others save their work and stop. */
  private void stop(LiveCluster cluster, Interruption interruption) {
    if (keepsRunning()) {
      return;
    }
    Duration longest = longestGrace(cluster.scheduler()).plus(LONGEST_STOP);
    interruption.mayTake(longest.multipliedBy(2)); // the engine may wait as long again for tasks
    listeners.note(
        "saves all jobs and stops; that takes %s at most (Ctrl-C once more ends at once, without saving)"
            .formatted(Quantity.text(longest)));
    cluster.holdAll(RunRecord.STOPPED, listeners.view()::isStopped, longest);
  }

  /** The longest grace of a job that may have tasks. */
  private static Duration longestGrace(Scheduler scheduler) {
    return scheduler.ledger().picture(scheduler.now()).jobs().stream()
        .filter(job -> job.revision() > 0)
        .map(job -> job.spec().program().grace())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private boolean keepsRunning() {
    return description.keepsRunning();
  }

  private Run figures(RunRecord record, Scheduler scheduler, Instant ended, Optional<RunEnd> end) {
    Recorder recorder = record.recorder(ended);
    return recorder.run(
        choice().name(),
        scenario.seeds().getFirst(),
        scenario.loads().getFirst(),
        ended,
        end.map(RunEnd::inFigures).orElse(Run.End.ALL_OVER),
        new Recorder.RunCounts(
            recorder.lostSeconds(), scheduler.decisions(), scheduler.rejections()));
  }

  private Choice choice() {
    return scenario.policies().getFirst();
  }

  private Policy policy(Choice choice, DecisionWatch watch) {
    Placement placement = catalog.placement(scenario.placement());
    Seed seed = new Seed(scenario.seeds().getFirst()).child("policy");
    return watch.over(choice.name(), catalog.policy(choice, placement, seed));
  }

  /**
   * The policy that decided last; empty if no file of the run names it. A new run writes its
   * settings before its first event.
   */
  private Optional<String> policyBefore(RunRecord record) throws IOException {
    if (record.isNew()) {
      RunSettings.of(scenario).write(folder.settings());
      return Optional.of(choice().line());
    }
    return record.policy().or(this::firstPolicy);
  }

  private Optional<String> firstPolicy() {
    try {
      return Optional.of(RunSettings.read(folder.settings()).policy());
    } catch (InputException | IOException unreadable) {
      listeners.note(
          "%s; the run continues under %s".formatted(unreadable.getMessage(), choice().line()));
      return Optional.empty();
    }
  }

  private void takeOver(LiveCluster cluster, RunRecord record, int jobs) {
    listeners.note(
        TakeOver.sentence(
            folder.path(), record.past().activeJobs(), jobs - record.arrived(), record.end()));
    cluster.adopt();
  }

  /** A policy that differs from the one before is a command, so that the journal has it. */
  private void decideFromNowOn(LiveCluster cluster, Optional<String> before) {
    String policy = choice().line();
    if (!before.equals(Optional.of(policy))) {
      var _ = cluster.send(new Command.SetPolicy(policy));
    }
  }

  /** Sends the jobs that earlier commands have not submitted, each for its time of arrival. */
  private void submit(LiveCluster cluster, List<Submission> jobs, int arrived, Instant start) {
    Instant first = jobs.isEmpty() ? start : jobs.getFirst().at();
    for (Submission job : jobs.subList(Math.min(arrived, jobs.size()), jobs.size())) {
      Instant due = start.plus(Duration.between(first, job.at()));
      var _ = cluster.sendAt(due, job.command(scenario.rescale().expected(job.spec())));
    }
  }

  private static boolean isOver(Scheduler scheduler, RunRecord record) {
    return record.allCame(scheduler) && scheduler.ledger().activeJobs() == 0;
  }

  /** Why the run ends although jobs are left; empty if it continues. */
  private Optional<RunEnd> end(
      Scheduler scheduler, RunRecord record, StandstillDetector standstill, Instant horizon) {
    if (record.end().isPresent()) {
      return record.end();
    }
    if (!scheduler.now().isBefore(horizon)) {
      return Optional.of(RunEnd.HORIZON);
    }
    if (scheduler.decisions() >= scenario.limits().decisions()) {
      return Optional.of(RunEnd.DECISIONS);
    }
    boolean waitsForNothing = standstill.isReached() && record.allCame(scheduler);
    return waitsForNothing ? Optional.of(RunEnd.STANDSTILL) : Optional.empty();
  }

  private LocalEngine engine() throws IOException {
    return new LocalEngine(
        keepsRunning() ? LocalEngine.Lifetime.AGENT : LocalEngine.Lifetime.COMMAND,
        scenario.nodes().list(),
        folder.path(),
        System.getenv(),
        Settings.DEFAULT,
        new SteadyTime(),
        listeners::note,
        listeners::printed);
  }

  private static void sleep(Duration duration) {
    LockSupport.parkNanos(duration.toNanos());
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
    return submission.withSpec(spec.withProgram(programs.started(spec.program())));
  }
}
