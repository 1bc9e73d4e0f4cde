package dev.ductile.cli;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
          + " programs: run only files that you trust. Ctrl-C saves all jobs and stops; --resume"
          + " continues from there, also after a kill."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile run examples/local.yaml",
      "  ductile run examples/local.yaml --policy srtf --report out",
      "  ductile run examples/local.yaml --resume",
      "  ductile run live.yaml --learn better.model",
      "  ductile run --resume ductile-run/20260102-150405-12345"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SCENARIO",
      arity = "0..1",
      description = "The scenario: a YAML or JSON file, or - for standard input.")
  private Optional<Path> file = Optional.empty();

  @Mixin private final PolicyOptions chosen = new PolicyOptions();

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      description = "Writes a report of the real and the simulated run.")
  private Optional<Path> report = Optional.empty();

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "Writes every event and decision of the real run, as JSON lines.")
  private Optional<Path> events = Optional.empty();

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--learn",
      paramLabel = "MODEL",
      description =
          "Learns from the run, and writes the improved model to MODEL. An existing MODEL is"
              + " improved further; otherwise learning starts from the model of the policy that"
              + " explores. Needs explore: true at a policy dl2 or sets. The policies of the run"
              + " stay the same.")
  private Optional<Path> learned = Optional.empty();

  @Writes(Writes.Kind.FOLDER)
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

  @Option(
      names = "--resume",
      paramLabel = "FOLDER",
      arity = "0..1",
      fallbackValue = "",
      description = {
        "Resumes the stopped run in this folder.",
        "Without a folder: the newest stopped run of SCENARIO in the folder of --logs."
      })
  private Optional<Path> resume = Optional.empty();

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws Exception {
    if (file.isEmpty() && resume.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "give a SCENARIO, or --resume FOLDER to resume a run");
    }
    Catalog catalog = plugins.catalog();
    if (resume.isPresent()) {
      StoppedRun stopped = StoppedRun.find(resume.get(), file, logs);
      stopped.requireLifetime(keepRunning);
      Scenario written = ScenarioFile.read(stopped.file(), catalog);
      Scenario scenario = stopped.scenario(written, catalog);
      Choice policy = one(chosen.policies(scenario.policies()), stopped.file());
      return run(
          scenario.withPolicies(List.of(policy)),
          stopped.folder(),
          stopped.file(),
          stopped.keepsRunning(),
          catalog);
    }
    Path path = file.orElseThrow();
    Scenario written = ScenarioFile.read(path, catalog);
    Choice policy = one(chosen.policies(written.policies()), path);
    Scenario scenario = written.withPolicies(List.of(policy));
    return run(scenario, newFolder(scenario), path, keepRunning, catalog);
  }

  private int run(
      Scenario named, RunFolder folder, Path path, boolean keepsRunning, Catalog catalog)
      throws Exception {
    Scenario scenario = named.withPlacement(chosen.placement(named.placement()));
    PolicyOptions.check(scenario, catalog);
    var run =
        new FidelityRun(
            scenario,
            catalog,
            BundledPrograms.beside(path),
            folder,
            unfinished(scenario, path, keepsRunning),
            report,
            events,
            learned,
            Invocation.of(spec));
    return run.compare(output.form, output.console);
  }

  private static UnfinishedRun unfinished(Scenario scenario, Path path, boolean keepsRunning) {
    Optional<Path> written = InputFile.of(path).isStream() ? Optional.empty() : Optional.of(path);
    return new UnfinishedRun(scenario.name(), keepsRunning, written);
  }

  private RunFolder newFolder(Scenario scenario) throws IOException {
    Optional<RunFolder> kept =
        keepRunning ? RunFolder.keptRunning(logs, scenario.name()) : Optional.empty();
    return kept.isPresent() ? kept.get() : RunFolder.fresh(logs);
  }

  private static Choice one(List<Choice> policies, Path path) {
    if (policies.size() > 1) {
      throw new InputException(
          "%s names %d policies, but one machine runs one at a time; choose with --policy %s"
              .formatted(InputFile.of(path), policies.size(), policies.getFirst().name()));
    }
    return policies.getFirst();
  }
}
