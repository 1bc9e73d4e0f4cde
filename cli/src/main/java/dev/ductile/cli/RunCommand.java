package dev.ductile.cli;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a scenario with real processes on this machine. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    header = "Runs a scenario with real processes on this machine.",
    description = {
      "",
      "Then simulates the same file and prints the error of the simulation. A scenario file starts"
          + " programs: run only files that you trust."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile run examples/local.yaml",
      "  ductile run examples/local.yaml --policy srtf --report out"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SCENARIO",
      description = "The scenario: a YAML or JSON file, or - for standard input.")
  private Path file = Path.of("");

  @Mixin private final PolicyOptions chosen = new PolicyOptions();

  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      description = "Writes a report of the real and the simulated run.")
  private Optional<Path> report = Optional.empty();

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "Writes every event and decision of the real run, as JSON lines.")
  private Optional<Path> events = Optional.empty();

  @Option(
      names = "--logs",
      paramLabel = "FOLDER",
      defaultValue = "ductile-run",
      description = "The folder for logs and checkpoints (default: ${DEFAULT-VALUE}).")
  private Path logs = Path.of("ductile-run");

  @Option(
      names = "--keep-running",
      description =
          "Jobs keep running when this command ends or is killed. The same command takes them over.")
  private boolean keepRunning;

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws Exception {
    Catalog catalog = Catalog.installed();
    Scenario written = ScenarioFile.read(file, catalog);
    Scenario scenario =
        written
            .withPolicies(List.of(policy(written)))
            .withPlacement(chosen.placement(written.placement()));
    PolicyOptions.check(scenario, catalog);
    var run =
        new FidelityRun(
            scenario,
            catalog,
            BundledPrograms.beside(file),
            logs,
            keepRunning,
            report,
            events,
            Invocation.of(spec));
    return run.compare(output.form);
  }

  private Choice policy(Scenario written) {
    List<Choice> policies = chosen.policies(written.policies());
    if (policies.size() > 1) {
      throw new InputException(
          "%s names %d policies, but one machine runs one at a time; choose with --policy %s"
              .formatted(InputFile.of(file), policies.size(), policies.getFirst().name()));
    }
    return policies.getFirst();
  }
}
