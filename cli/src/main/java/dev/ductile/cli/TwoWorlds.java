package dev.ductile.cli;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.Observer;
import dev.ductile.simulator.Run;
import dev.ductile.simulator.Simulation;
import dev.ductile.simulator.report.Fidelity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The same scenario with real processes and in simulation, and how far the two are apart. */
record TwoWorlds(
    Scenario scenario, Catalog catalog, Path folder, Optional<Path> report, String command) {

  int compare(Output.Form form) throws IOException {
    Run live = new LiveRun(scenario, catalog, folder, new Narrator(Output::say)).run();
    Run simulated =
        new Simulation(scenario, catalog)
            .run(
                scenario.policies().getFirst(),
                scenario.seeds().getFirst(),
                scenario.loads().getFirst(),
                true,
                Observer.NONE);
    Output.say("");
    Fidelity fidelity = Fidelity.of(scenario, live, simulated);
    Output.print(fidelity.text(form.name()));
    Output.say("logs: " + folder);
    if (report.isPresent()) {
      fidelity.write(report.get(), command, Version.ofDuctile());
      Output.say("report: " + report.get().resolve("report.html"));
    }
    boolean failed = live.outcomes().stream().anyMatch(outcome -> !outcome.isFinished());
    return failed ? Exit.JOB_FAILED : Exit.OK;
  }
}
