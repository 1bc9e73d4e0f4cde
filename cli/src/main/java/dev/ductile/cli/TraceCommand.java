package dev.ductile.cli;

import dev.ductile.api.JobId;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Stability;
import dev.ductile.cli.server.LogFormat;
import dev.ductile.cli.server.ServerLogs;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.RunSettings;
import dev.ductile.reports.Documents;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.KeptTimes;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scenario.file.ScenarioWriter;
import dev.ductile.scenario.trace.TraceWriter;
import dev.ductile.scheduler.TimedCommand;
import dev.ductile.simulator.RecordedWorkload;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Writes recorded jobs as a trace or a scenario. */
@Command(
    name = "trace",
    mixinStandardHelpOptions = true,
    header = "Writes the jobs of a server as a scenario.",
    description = {
      "",
      "Reads the journal and changes nothing; the server may run meanwhile. A FILE that ends with"
          + " .yaml becomes a scenario of the recorded cluster, and its jobs a trace beside it, which"
          + " ends with .jsonl.gz. Any other name is that of a trace alone. Both have no commands and"
          + " variables of jobs, but the names of jobs, users and queues."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile trace ductile-data yesterday.yaml --from yesterday --to today",
      "  ductile simulate yesterday.yaml --policy fifo,srtf",
      "  ductile trace ductile-data all.jsonl.gz"
    })
final class TraceCommand implements Callable<Integer> {
  private static final Pattern SCENARIO = Pattern.compile("(.*)\\.ya?ml");

  @Mixin private final RecordingOptions recording = new RecordingOptions();

  @Parameters(index = "1", paramLabel = "FILE", description = "The scenario or trace to write.")
  private Path file = Path.of("");

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws IOException {
    ServerLogs.begin(LogFormat.text);
    Catalog catalog = plugins.catalog();
    RecordedRun recorded = recording.run(catalog, console);
    var workload = RecordedWorkload.of(recorded);
    if (workload.jobs().isEmpty() || recorded.nodes().count() == 0) {
      throw new InputException(
          "%s has no %s, so there is nothing to simulate"
              .formatted(
                  recording.name(),
                  workload.jobs().isEmpty() ? "job with a known end yet" : "node yet"));
    }
    write(recorded, workload);
    workload.assumptions().forEach(sentence -> console.note("note: " + sentence));
    if (!workload.leftOut().isEmpty()) {
      console.note(
          "left out %s without a known end, such as %s"
              .formatted(
                  Reason.count(workload.leftOut().size(), "job"),
                  workload.leftOut().stream().limit(3).map(JobId::name).toList()));
    }
    return ExitStatus.OK;
  }

  private void write(RecordedRun recorded, RecordedWorkload workload) throws IOException {
    Matcher scenario = SCENARIO.matcher(String.valueOf(file.getFileName()));
    if (!scenario.matches()) {
      writeTrace(file, workload);
      return;
    }
    String trace = scenario.group(1) + ".jsonl.gz";
    writeTrace(file.resolveSibling(trace), workload);
    RunSettings run = recording.settings(console);
    ServerSettings settings = settings(recorded, run);
    OutputFile.write(file, Documents.yaml(ScenarioWriter.tree(settings, run.stability(), trace)));
    console.note("%s: %s".formatted(file, Reason.count(settings.nodes().count(), "node")));
    if (!recorded.laterNodeChanges().isEmpty()) {
      console.note(
          "note: the scenario has the nodes of the begin; %s later"
              .formatted(Reason.count(recorded.laterNodeChanges().size(), "change")));
    }
  }

  private void writeTrace(Path target, RecordedWorkload workload) {
    long count =
        TraceWriter.write(
            target,
            "%s (journal)".formatted(recording.shownName()),
            workload.assumptions(),
            workload.jobs().stream());
    console.note("%s: %s".formatted(target, Reason.count(count, "job")));
  }

  private static ServerSettings settings(RecordedRun recorded, RunSettings run) {
    List<String> chosen = recorded.chosenPolicies();
    return new ServerSettings(
        recorded.nodes(),
        Choice.ofLine(chosen.isEmpty() ? run.policy() : chosen.getFirst()),
        List.of(),
        Choice.ofLine(run.placement()),
        run.rescale(),
        run.decisions(),
        run.estimator(),
        queues(recorded),
        Optional.empty(),
        Optional.empty(),
        run.stability().orElse(Stability.USUAL),
        ServerSettings.DEFAULT_IDLE_AFTER,
        run.seed(),
        KeptTimes.USUAL,
        Optional.empty());
  }

  /** The queues as they were last. */
  private static List<Queue> queues(RecordedRun recorded) {
    Map<String, Queue> queues = new LinkedHashMap<>();
    for (TimedCommand timed : recorded.commands()) {
      if (timed.command() instanceof dev.ductile.api.Command.SetQueue set) {
        queues.put(set.queue().name(), set.queue());
      }
    }
    return List.copyOf(queues.values());
  }
}
