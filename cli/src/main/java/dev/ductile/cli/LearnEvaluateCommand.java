package dev.ductile.cli;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.simulator.Experiment;
import dev.ductile.simulator.Results;
import dev.ductile.simulator.Simulation;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares a model with policies. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    header = "Compares a model with policies, seed by seed.",
    description = {
      "",
      "Simulates the scenario with its own seeds, which training leaves out, and prints how much"
          + " shorter or longer the mean completion time of the model is, with its 95 %% interval."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile learn evaluate drf.model \\",
      "      --scenario examples/learning.yaml --against drf,optimus"
    })
final class LearnEvaluateCommand implements Callable<Integer> {
  @Parameters(paramLabel = "MODEL", description = "The model.")
  private Path file = Path.of("");

  @Option(
      names = "--scenario",
      required = true,
      paramLabel = "FILE",
      description = "The scenario; its seeds are those of the evaluation.")
  private Path scenarioFile = Path.of("");

  @Option(
      names = "--against",
      split = PolicyOptions.BETWEEN_POLICIES,
      splitSynopsisLabel = ",",
      paramLabel = "NAME",
      completionCandidates = Known.Policies.class,
      description = "The policies to compare with (default: the policies of the scenario).")
  private List<String> against = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "LIST",
      converter = NumberOptions.Seeds.class,
      description = "Seeds instead of the scenario's: 1,2,3 or 1..10.")
  private Optional<NumberOptions.Seeds> seeds = Optional.empty();

  @Mixin private final ThreadOption threads = new ThreadOption();
  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws Exception {
    int simultaneous = threads.count();
    Catalog catalog = plugins.catalog();
    String policy = ModelArgument.read(file).policy();
    if (catalog.policies().stream().noneMatch(one -> one.profile().name().equals(policy))) {
      throw new InputException(
          "%s: is a model of the policy %s, which is not installed".formatted(file, policy));
    }
    Scenario scenario = scenario(policy, ScenarioFile.read(scenarioFile, catalog));
    PolicyOptions.check(scenario, catalog);
    Output.print(
        new ModelEvaluation(results(scenario, catalog, simultaneous))
            .response()
            .in(output.form, Output.columns()));
    return ExitStatus.OK;
  }

  private Results results(Scenario scenario, Catalog catalog, int simultaneous) throws Exception {
    DecisionWatch watch = DecisionLimit.watch();
    var simulation = new Simulation(scenario, catalog, watch);
    try (var meter = new ProgressMeter(output.console.isWatched())) {
      return watch.during(new Experiment(scenario, simulation, simultaneous, false, meter)::run);
    }
  }

  private Scenario scenario(String policy, Scenario written) {
    var policies = new ArrayList<Choice>();
    policies.add(Choice.named(policy).with("model", file.toString()).with("check", "false"));
    policies.addAll(against.isEmpty() ? written.policies() : PolicyOptions.named(against));
    if (policies.size() == 1) {
      throw new InputException("name a policy to compare with: --against drf");
    }
    try {
      Scenario chosen = written.withPolicies(policies).withLoads(List.of(1.0));
      return seeds.map(list -> chosen.withSeeds(list.list())).orElse(chosen);
    } catch (IllegalArgumentException broken) {
      throw new InputException(String.valueOf(broken.getMessage()), broken);
    }
  }
}
