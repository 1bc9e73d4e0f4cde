package dev.ductile.cli;

import dev.ductile.api.Cluster;
import dev.ductile.api.Reason;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scenario.trace.TraceValidation;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads a file and lists its problems. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    header = "Reads a file and names every problem in it.",
    description = {
      "",
      "Reads a trace, a scenario or a state, and names each problem by line, column and value."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile validate trace.csv --format swf --most 100",
      "  ductile validate scenario.yaml --as scenario"
    })
final class ValidateCommand implements Callable<Integer> {
  /** The kinds of files. */
  enum Kind {
    trace,
    scenario,
    state
  }

  @Parameters(paramLabel = "FILE", description = "The file to read; - is standard input.")
  private Path file = Path.of("");

  @Option(
      names = "--as",
      paramLabel = "KIND",
      defaultValue = "trace",
      description = "The kind of file: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Kind kind = Kind.trace;

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final TraceOptions options = new TraceOptions();

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "20",
      description = "Stops after this number of problems (default: ${DEFAULT-VALUE}).")
  private int most;

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws IOException {
    Catalog catalog = plugins.catalog();
    return switch (kind) {
      case trace -> trace(catalog);
      case scenario -> scenario(catalog);
      case state -> state(catalog);
    };
  }

  private int trace(Catalog catalog) throws IOException {
    InputFile input = InputFile.of(file);
    TraceValidation found =
        TraceValidation.of(input, options.format(input, catalog), catalog, Math.max(1, most));
    found.problems().forEach(problem -> Output.say("ductile: " + problem.getMessage()));
    found
        .skipped()
        .forEach((why, jobs) ->
            console.note("left out %s: %s".formatted(Reason.count(jobs, "job"), why)));
    if (!found.isValid()) {
      if (found.problems().size() >= most) {
        Output.say("the rest of the file was not read; set a larger --most");
      }
      return ExitStatus.ERROR;
    }
    double days =
        found.first().isEmpty() || found.last().isEmpty()
            ? 0
            : Duration.between(found.first().get(), found.last().get()).toSeconds() / 86_400.0;
    Output.print(
        String.format(
            java.util.Locale.ROOT,
            "%s: %s, %s over %.1f days, no problems",
            input,
            found.format(),
            Reason.count(found.jobs(), "job"),
            days));
    return ExitStatus.OK;
  }

  private int scenario(Catalog catalog) throws IOException {
    Scenario scenario = ScenarioFile.read(file, catalog);
    int policies = scenario.policies().size();
    Output.print(
        "%s: %s with %s, %s, no problems"
            .formatted(
                InputFile.of(file),
                Reason.count(scenario.nodes().count(), "node"),
                scenario.nodes().total(),
                policies == 1 ? "1 policy" : policies + " policies"));
    return ExitStatus.OK;
  }

  private int state(Catalog catalog) throws IOException {
    Cluster cluster = StateFile.read(file, catalog);
    StateFile.notes(cluster).forEach(note -> console.note("note: " + note));
    List<String> problems = StateFile.problems(cluster);
    if (!problems.isEmpty()) {
      problems.forEach(
          problem -> Output.say("ductile: %s: %s".formatted(InputFile.of(file), problem)));
      return ExitStatus.ERROR;
    }
    Output.print(
        "%s: %s with %s, %s, no problems"
            .formatted(
                InputFile.of(file),
                Reason.count(cluster.nodes().count(), "node"),
                cluster.nodes().total(),
                Reason.count(cluster.jobs().size(), "job")));
    return ExitStatus.OK;
  }
}
