package dev.ductile.cli;

import dev.ductile.answers.FidelityAnswer;
import dev.ductile.answers.Response;
import dev.ductile.cli.train.Interruption;
import dev.ductile.cli.train.RunView;
import dev.ductile.history.EventLog;
import dev.ductile.history.Run;
import dev.ductile.reports.Fidelity;
import dev.ductile.reports.Report;
import dev.ductile.reports.ReportContext;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.ImpossibleJobs;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Results;
import dev.ductile.simulator.Simulation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs a scenario with real processes, simulates it, and compares both runs.
 *
 * @param run a new folder, or that of the run to resume
 * @param description is in the folder until the run is over
 * @param learned the file of a model that learns from the run
 */
record FidelityRun(
    Scenario scenario,
    Catalog catalog,
    BundledPrograms programs,
    RunFolder run,
    UnfinishedRun description,
    Optional<Path> report,
    Optional<Path> events,
    Optional<Path> learned,
    String command) {
  /** After a signal, the process ends after this time, unless saving may take longer. */
  private static final Duration LEAST_STOP = Duration.ofHours(1);

  int compare(Response.Form form, Console console) throws Exception {
    var view = new RunView(console.drawing(), console.terminal(), System::nanoTime);
    RunListeners listeners = listeners(view);
    ImpossibleJobs impossible = impossible();
    impossible.sentence().ifPresent(line -> console.note("note: " + line));
    Optional<Run> live;
    try (var interruption = new Interruption(LEAST_STOP).listen()) {
      interruption.whenRepeated(() -> endAtOnce(view));
      live = ended(listeners, interruption);
    }
    if (live.isEmpty()) {
      return ExitStatus.OK;
    }
    compare(live.get(), form, console, listeners.printer().wasStopped());
    new RunEnding(run, listeners).sayFailures();
    impossible.sentence().ifPresent(line -> Output.say("ductile: " + line));
    boolean failed = live.get().outcomes().stream().anyMatch(outcome -> !outcome.isFinished());
    return failed ? ExitStatus.JOB_FAILED : ExitStatus.OK;
  }

  /** The jobs that no policy can start, found before any job starts. */
  private ImpossibleJobs impossible() {
    var found = new ImpossibleJobs(catalog);
    try (Stream<Submission> jobs =
        found
            .watched(scenario)
            .workload()
            .submissions(scenario.seeds().getFirst(), scenario.loads().getFirst())) {
      jobs.limit(LiveRun.MOST_JOBS).forEach(job -> {});
    }
    return found;
  }

  private RunListeners listeners(RunView view) {
    return RunListeners.of(view, scenario.estimator().isPresent());
  }

  /** Ends this process; the guard of the engine kills the tasks, unless they keep running. */
  private void endAtOnce(RunView view) {
    new RunEnding(run, listeners(view)).sayEndedAtOnce(description.keepsRunning());
    Runtime.getRuntime().halt(Interruption.BY_CTRL_C);
  }

  /** The run, if it is over and this process need not end. */
  Optional<Run> ended(RunListeners listeners, Interruption interruption) throws Exception {
    var ending = new RunEnding(run, listeners);
    Optional<Run> live = logged(listeners, interruption);
    if (live.isEmpty()) {
      ending.sayStopped(description.keepsRunning());
      return Optional.empty();
    }
    run.end();
    if (interruption.isRequested()) {
      ending.sayOver();
      return Optional.empty();
    }
    return live;
  }

  private void compare(Run live, Response.Form form, Console console, boolean wasStopped)
      throws Exception {
    Run simulated = simulated();
    console.note("");
    var fidelity = new Fidelity(live, simulated);
    Output.print(new FidelityAnswer(fidelity).in(form, Output.columns()), events);
    if (wasStopped) {
      console.note("live times include the time in which the run was stopped");
    }
    console.note("logs: " + run.path());
    if (report.isPresent()) {
      var about = new ReportContext(scenario.name(), command, Version.ofDuctile());
      var results = new Results(scenario, List.of(simulated), List.of());
      new Report(results, about, Optional.of(fidelity)).writeTo(report.get());
      console.note("report: " + report.get().resolve("report.html"));
    }
  }

  private Run simulated() throws Exception {
    DecisionWatch watch = DecisionLimit.watch();
    var simulation = new Simulation(scenario, catalog, watch);
    Choice policy = scenario.policies().getFirst();
    long seed = scenario.seeds().getFirst();
    double load = scenario.loads().getFirst();
    return watch.during(() -> simulation.run(policy, seed, load, true, SchedulerObserver.NONE));
  }

  private Optional<Run> logged(RunListeners listeners, Interruption interruption) throws Exception {
    if (events.isEmpty()) {
      return live(listeners, interruption);
    }
    Path file = events.get();
    try (EventLog log = run.hasBegun() ? EventLog.continued(file) : EventLog.to(file)) {
      Optional<Run> run = live(listeners.with(log), interruption);
      log.finish();
      return run;
    }
  }

  private Optional<Run> live(RunListeners listeners, Interruption interruption) throws Exception {
    DecisionWatch watch = DecisionLimit.watch();
    try (RunView view = listeners.view()) {
      view.start();
      if (learned.isEmpty()) {
        return watch.during(() -> live(listeners).run(watch, interruption));
      }
      try (var learning = new LiveLearning(learned.get(), scenario, catalog, listeners::note)) {
        LiveRun live = live(listeners.and(learning.observer()));
        return watch.during(() -> live.run(watch, interruption));
      }
    }
  }

  private LiveRun live(RunListeners listeners) {
    return new LiveRun(scenario, catalog, programs, run, description, listeners);
  }
}
