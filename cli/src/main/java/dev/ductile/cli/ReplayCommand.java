package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.ReplayAnswer;
import dev.ductile.answers.Response;
import dev.ductile.api.Cluster;
import dev.ductile.api.JobId;
import dev.ductile.cli.server.LogFormat;
import dev.ductile.cli.server.ServerLogs;
import dev.ductile.history.EventSource;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.RecordedState;
import dev.ductile.history.Run;
import dev.ductile.history.RunSettings;
import dev.ductile.reports.Documents;
import dev.ductile.reports.Fidelity;
import dev.ductile.reports.OutcomeTable;
import dev.ductile.reports.ReplayTable;
import dev.ductile.reports.Report;
import dev.ductile.reports.ReportContext;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.file.StateWriter;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.simulator.Replay;
import dev.ductile.simulator.Results;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the outcomes of a real run from its journal, and simulates the run again. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    header = "Prints a real run from its journal, or simulates it again.",
    description = {
      "",
      "Prints the outcome of each job. Starts no program and changes nothing in the folder. The run may still be in progress: jobs that are"
          + " not over are unfinished. --from and --to choose a period.",
      "",
      "With --policy, simulates the same commands at the same times on the same nodes, and prints"
          + " the result beside the run. The policy 'same' is that of the run: it shows the error of"
          + " the simulation. Another policy shows what it would have done."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile replay ductile-data --policy same --policy srtf",
      "  ductile replay ductile-data --from yesterday --to today -p same -p srtf",
      "  ductile replay ductile-run/20260102-150405-12345",
      "  ductile replay ductile-run/20260102-150405-12345 -p same -p srtf --report out",
      "  ductile replay ductile-run/20260102-150405-12345 --state-at 90s > state.yaml"
    })
final class ReplayCommand implements Callable<Integer> {
  /** The word for the policy of the run. */
  private static final String SAME = "same";

  private static final int MOST_NAMES = 10;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private final RecordingOptions recording = new RecordingOptions();
  @Mixin private final PolicyOptions chosen = new PolicyOptions();

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      description = "Writes a report of the simulated runs, and of the recorded one beside 'same'.")
  private Optional<Path> report = Optional.empty();

  @Option(
      names = "--state-at",
      paramLabel = "TIME",
      description =
          "Prints the cluster this long after the beginning of the run, such as 1h30m, as a state"
              + " file for 'ductile decide'.")
  private Optional<String> stateAt = Optional.empty();

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws Exception {
    ServerLogs.begin(LogFormat.text);
    Catalog catalog = plugins.catalog();
    List<Choice> named = chosen.policies(List.of());
    if (named.isEmpty() && report.isPresent()) {
      throw new InputException("--report needs a policy to simulate, such as --policy same");
    }
    if (stateAt.isPresent()) {
      EventSource source = recording.source(catalog, output.console);
      printState(RecordedState.at(source, catalog, time(stateAt.get())), stateAt.get());
      return ExitStatus.OK;
    }
    RecordedRun recorded = recording.run(catalog, output.console);
    if (named.isEmpty()) {
      var outcomes = new OutcomeTable(recorded, recorded.run("", catalog));
      Output.print(new ReplayAnswer(outcomes, List.of()).in(output.form, Output.columns()));
      return ExitStatus.OK;
    }
    simulate(recorded, recording.settings(output.console), named, catalog);
    return ExitStatus.OK;
  }

  private static Duration time(String text) {
    return Quantity.duration(text)
        .orElseThrow(() ->
            new InputException(
                "--state-at needs the time since the beginning of the run, such as 90s or 1h30m, not \"%s\""
                    .formatted(text)));
  }

  private void printState(Cluster cluster, String at) {
    if (cluster.nodes().count() == 0
        && cluster.settings().drained().values().stream().allMatch(Optional::isEmpty)) {
      throw new InputException(
          "--state-at %s: no node was up at that time, so there is no state to decide on; name another time"
              .formatted(at));
    }
    ObjectNode state = StateWriter.tree(cluster);
    Output.print(output.form == Response.Form.json ? Documents.json(state) : Documents.yaml(state));
  }

  private void simulate(
      RecordedRun recorded, RunSettings settings, List<Choice> named, Catalog catalog)
      throws Exception {
    Choice own = Choice.ofLine(settings.policy());
    List<Choice> policies = policies(named, own);
    Choice placement = chosen.placement(Choice.ofLine(settings.placement()));
    DecisionWatch watch = DecisionLimit.watch();
    var replay = new Replay(recorded, settings, placement, policies, catalog, watch);
    PolicyOptions.check(replay.scenario(), catalog);
    Run live = recorded.run(own.name(), catalog);
    var tables = new ArrayList<ReplayTable>();
    for (int i = 0; i < policies.size(); i++) {
      boolean isOwn = isOwn(named.get(i), own, recorded);
      Choice policy = policies.get(i);
      Run simulated = watch.during(() -> isOwn ? replay.underItsOwnPolicy() : replay.under(policy));
      boolean isSame = isOwn && placement.line().equals(settings.placement());
      tables.add(new ReplayTable(new Fidelity(live, simulated), isSame));
    }
    sayChanges(recorded, named);
    sayPlacement(settings, placement);
    saySpeeds(recorded);
    Output.print(
        new ReplayAnswer(new OutcomeTable(recorded, live), tables)
            .in(output.form, Output.columns()));
    if (report.isPresent()) {
      write(report.get(), replay, tables);
    }
  }

  /** The policies of the options, with that of the run for the word "same". */
  private static List<Choice> policies(List<Choice> named, Choice own) {
    var policies = new ArrayList<Choice>();
    for (Choice choice : named) {
      boolean isSame = choice.name().equals(SAME);
      if (isSame && !choice.settings().isEmpty()) {
        throw new InputException(
            "--policy same has the settings of the run; for others, name the policy: --policy "
                + own.name());
      }
      Choice policy = isSame ? own : choice;
      if (policies.contains(policy)) {
        throw new InputException(
            "--policy names %s twice; the policy 'same' is %s".formatted(policy, own));
      }
      policies.add(policy);
    }
    return policies;
  }

  /** Whether the simulation follows the changes of the run's policy. */
  private static boolean isOwn(Choice named, Choice own, RecordedRun recorded) {
    return named.name().equals(SAME) || (named.equals(own) && recorded.chosenPolicies().isEmpty());
  }

  private void sayChanges(RecordedRun recorded, List<Choice> named) {
    if (named.stream().anyMatch(choice -> choice.name().equals(SAME))) {
      for (String policy : recorded.chosenPolicies()) {
        output.console.note(
            "note: the run changed its policy to %s, and so does 'same'".formatted(policy));
      }
    }
  }

  private void sayPlacement(RunSettings settings, Choice placement) {
    if (!placement.line().equals(settings.placement())) {
      output.console.note(
          "note: simulated with the placement %s; the run had %s"
              .formatted(placement, settings.placement()));
    }
  }

  private void saySpeeds(RecordedRun recorded) {
    List<String> without = recorded.jobsWithoutSpeed().stream().map(JobId::name).toList();
    if (!without.isEmpty()) {
      output.console.note(
          "note: a job without a speed never ends in a simulation, and keeps what it holds: "
              + String.join(", ", without));
    }
    List<String> measured = recorded.jobsOfRecordedLength().stream().map(JobId::name).toList();
    if (!measured.isEmpty()) {
      output.console.note(
          "note: %d jobs did not say how long they take, and take as long as they did, at any size: %s"
              .formatted(measured.size(), named(measured)));
    }
    List<String> learned = recorded.jobsWithLearnedSpeed().stream().map(JobId::name).toList();
    if (!learned.isEmpty()) {
      output.console.note(
          "note: simulated at the speeds that the run learned, not those of the submission: "
              + String.join(", ", learned));
    }
  }

  private static String named(List<String> jobs) {
    String first = String.join(", ", jobs.subList(0, Math.min(MOST_NAMES, jobs.size())));
    return jobs.size() > MOST_NAMES ? first + ", ..." : first;
  }

  private void write(Path target, Replay replay, List<ReplayTable> tables) {
    List<Run> runs = tables.stream().map(table -> table.both().simulated()).toList();
    Optional<Fidelity> fidelity =
        tables.stream().filter(ReplayTable::isOwnPolicy).map(ReplayTable::both).findFirst();
    var results = new Results(replay.scenario(), runs, List.of());
    var about = new ReportContext(recording.name(), Invocation.of(spec), Version.ofDuctile());
    new Report(results, about, fidelity).writeTo(target);
    output.console.note("report: " + target.resolve("report.html"));
  }
}
