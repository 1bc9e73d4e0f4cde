package dev.ductile.cli;

import dev.ductile.answers.FidelityAnswer;
import dev.ductile.answers.Response;
import dev.ductile.cli.train.HeldOutByJob;
import dev.ductile.history.EventLog;
import dev.ductile.history.Run;
import dev.ductile.reports.Fidelity;
import dev.ductile.reports.Report;
import dev.ductile.reports.ReportContext;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.scheduler.Observer;
import dev.ductile.simulator.Results;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs a scenario with real processes, simulates it, and compares both runs. */
record FidelityRun(
    Scenario scenario,
    Catalog catalog,
    BundledPrograms programs,
    Path folder,
    boolean keepRunning,
    Optional<Path> report,
    Optional<Path> events,
    String command) {
  int compare(Response.Form form) throws Exception {
    RunFolder run = runFolder();
    Path logs = run.path();
    var heldOut = new HeldOutByJob();
    var narrator = new EventPrinter(Output::say, heldOut);
    Run live = narrated(logs, narrator, heldOut);
    run.end();
    Run simulated = simulated();
    Output.say("");
    var fidelity = new Fidelity(live, simulated);
    Output.print(new FidelityAnswer(fidelity).in(form), events);
    Output.say("logs: " + logs);
    if (report.isPresent()) {
      var about = new ReportContext(scenario.name(), command, Version.ofDuctile());
      var results = new Results(scenario, List.of(simulated), List.of());
      new Report(results, about, Optional.of(fidelity)).writeTo(report.get());
      Output.say("report: " + report.get().resolve("report.html"));
    }
    narrator.failures().forEach(failure -> Output.say("ductile: " + failure));
    boolean failed = live.outcomes().stream().anyMatch(outcome -> !outcome.isFinished());
    return failed ? ExitStatus.JOB_FAILED : ExitStatus.OK;
  }

  private Run simulated() throws Exception {
    DecisionWatch watch = DecisionLimit.watch();
    var simulation = new Simulation(scenario, catalog, watch);
    Choice policy = scenario.policies().getFirst();
    long seed = scenario.seeds().getFirst();
    double load = scenario.loads().getFirst();
    return watch.during(() -> simulation.run(policy, seed, load, true, Observer.NONE));
  }

  private Run narrated(Path logs, EventPrinter narrator, HeldOutByJob heldOut) throws Exception {
    if (events.isEmpty()) {
      return live(logs, narrator, heldOut);
    }
    try (EventLog log = EventLog.to(events.get())) {
      return live(logs, narrator.and(log), heldOut);
    }
  }

  private Run live(Path logs, Observer observer, HeldOutByJob heldOut) throws Exception {
    DecisionWatch watch = DecisionLimit.watch();
    var live = new LiveRun(scenario, catalog, programs, logs, keepRunning, observer, heldOut::take);
    return watch.during(() -> live.run(watch));
  }

  private RunFolder runFolder() throws IOException {
    if (!keepRunning) {
      return RunFolder.fresh(folder);
    }
    Optional<RunFolder> unfinished = RunFolder.unfinished(folder, scenario.name());
    RunFolder run = unfinished.isPresent() ? unfinished.get() : RunFolder.fresh(folder);
    run.begin(scenario.name());
    return run;
  }
}
