package dev.ductile.cli;

import dev.ductile.answers.Response;
import dev.ductile.history.EventLog;
import dev.ductile.reports.Format;
import dev.ductile.reports.Report;
import dev.ductile.reports.ReportContext;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.FixedSizes;
import dev.ductile.scenario.ImpossibleJobs;
import dev.ductile.scenario.OversizedJobs;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.simulator.Experiment;
import dev.ductile.simulator.Results;
import dev.ductile.simulator.Simulation;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a scenario in virtual time. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    header = "Runs a scenario in virtual time, under many policies.",
    description = {
      "",
      "Simulates every policy, load and seed that the scenario or the options name, and compares the"
          + " policies: a table of their completion times, and with --report also a page with plots."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile simulate examples/rigid.yaml",
      "  ductile simulate examples/rigid.yaml --policy srtf --policy las \\",
      "      --seeds 1..10 --report out",
      "  ductile simulate examples/elastic.yaml --within 10%% -o json",
      "  ductile simulate examples/elastic.yaml -p jsq-chunk --sweep chunk=4..16"
    })
final class SimulateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SCENARIO", description = "The scenario: a YAML or JSON file.")
  private Path file = Path.of("");

  @Mixin private final PolicyOptions chosen = new PolicyOptions();

  @Option(
      names = "--seeds",
      paramLabel = "LIST",
      converter = NumberOptions.Seeds.class,
      description = "Seeds instead of the scenario's: 1,2,3 or 1..10.")
  private Optional<NumberOptions.Seeds> seeds = Optional.empty();

  @Option(
      names = "--loads",
      paramLabel = "LIST",
      description = "Loads instead of the scenario's: 0.5,1,2.",
      split = ",")
  private List<Double> loads = List.of();

  @Option(
      names = "--sweep",
      paramLabel = "SETTING=VALUES",
      description = "Tries a policy at many values of a setting: chunk=7..40 or alpha=0.01,0.02.")
  private Optional<String> sweep = Optional.empty();

  @Option(
      names = "--within",
      paramLabel = "PERCENT",
      description =
          "Adds seeds until the 95 %% confidence interval of every mean completion time is within"
              + " this share, such as 5%%.")
  private String within = "";

  @Option(
      names = "--most-seeds",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "The largest number of seeds that --within may use (default: ${DEFAULT-VALUE}).")
  private int mostSeeds;

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      description = "Writes report.html, results.json, CSV tables, and plots as PNG, SVG and PDF.")
  private Optional<Path> report = Optional.empty();

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "Writes every event and decision of a single run, as JSON lines.")
  private Optional<Path> events = Optional.empty();

  @Mixin private final ThreadOption threads = new ThreadOption();
  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws Exception {
    Catalog catalog = plugins.catalog();
    int simultaneous = threads.count();
    Scenario chosenPolicies = scenario(ScenarioFile.read(file, catalog));
    PolicyOptions.check(chosenPolicies, catalog);
    var impossible = new ImpossibleJobs(catalog);
    Scenario scenario =
        impossible.watched(OversizedJobs.noted(FixedSizes.noted(chosenPolicies, catalog), catalog));
    scenario.workload().notes().forEach(this::warn);
    if (events.isPresent()) {
      writeEvents(scenario, catalog, events.get());
    }
    Results results = run(scenario, catalog, simultaneous);
    Output.print(
        Format.valueOf(output.form.name().toUpperCase(java.util.Locale.ROOT))
            .write(results, Output.columns()),
        events);
    if (sweep.isPresent()) {
      SettingSweep.best(results).forEach(output.console::note);
    }
    if (report.isPresent()) {
      var about = new ReportContext(file.toString(), Invocation.of(spec), Version.ofDuctile());
      new Report(results, about).writeTo(report.get());
      output.console.note("report: " + report.get().resolve("report.html"));
    }
    impossible.sentence().ifPresent(line -> Output.say("ductile: " + line));
    return impossible.sentence().isEmpty() ? ExitStatus.OK : ExitStatus.JOB_FAILED;
  }

  private Scenario scenario(Scenario written) {
    Scenario decided =
        checked(
            "--policy",
            () ->
                written
                    .withPolicies(policies(written))
                    .withPlacement(chosen.placement(written.placement())));
    Scenario seeded =
        checked("--seeds", () -> seeds.map(list -> decided.withSeeds(list.list())).orElse(decided));
    return checked("--loads", () -> loads.isEmpty() ? seeded : seeded.withLoads(loads));
  }

  /** Names the option in the message about a value that a scenario cannot have. */
  private static Scenario checked(String option, Supplier<Scenario> scenario) {
    try {
      return scenario.get();
    } catch (IllegalArgumentException broken) {
      throw new InputException("%s: %s".formatted(option, broken.getMessage()), broken);
    }
  }

  private List<Choice> policies(Scenario written) {
    List<Choice> policies = chosen.policies(written.policies());
    return sweep.map(text -> SettingSweep.of(text).over(policies)).orElse(policies);
  }

  private Results run(Scenario scenario, Catalog catalog, int simultaneous) throws Exception {
    DecisionWatch watch = DecisionLimit.watch();
    var simulation = new Simulation(scenario, catalog, watch);
    try (var meter = new ProgressMeter(output.console.isWatched())) {
      var experiment =
          new Experiment(scenario, simulation, simultaneous, report.isPresent(), meter);
      return watch.during(() ->
          within.isEmpty()
              ? experiment.run()
              : experiment.runUntil(NumberOptions.share("--within", within), mostSeeds));
    }
  }

  /** A warning about the workload comes before a long simulation. */
  private void warn(String note) {
    if (output.form == Response.Form.table) {
      Output.print("! " + note, events);
    } else {
      output.console.note("note: " + note);
    }
  }

  private static void writeEvents(Scenario scenario, Catalog catalog, Path to) throws Exception {
    if (scenario.policies().size() * scenario.seeds().size() * scenario.loads().size() != 1) {
      throw new InputException(
          "--events is for one run: name one --policy, one of --seeds and one of --loads");
    }
    Choice policy = scenario.policies().getFirst();
    try (EventLog log = EventLog.to(to)) {
      DecisionWatch watch = DecisionLimit.watch();
      var simulation = new Simulation(scenario, catalog, watch);
      long seed = scenario.seeds().getFirst();
      double load = scenario.loads().getFirst();
      watch.during(() -> simulation.run(policy, seed, load, false, log));
      log.finish();
    }
  }
}
