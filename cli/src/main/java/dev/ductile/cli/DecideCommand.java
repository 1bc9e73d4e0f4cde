package dev.ductile.cli;

import dev.ductile.answers.DecisionAnswer;
import dev.ductile.api.Cluster;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scheduler.Decision;
import dev.ductile.scheduler.DecisionWatch;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One decision on a cluster state in a file. */
@Command(
    name = "decide",
    mixinStandardHelpOptions = true,
    description = "Prints the decision of a policy on a cluster state in a file, with reasons.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile decide examples/state.yaml --policy srtf",
      "  ductile decide examples/state.yaml --policy tiresias-l --set limits=[100,1000] -o json"
    })
final class DecideCommand implements Callable<Integer> {
  @Parameters(paramLabel = "STATE", description = "The cluster state: a YAML or JSON file.")
  private Path state = Path.of("");

  @Mixin private final PolicyOptions chosen = new PolicyOptions();

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "The seed of policies that use chance (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws Exception {
    Catalog catalog = Catalog.installed();
    Cluster cluster = StateFile.read(state, catalog);
    Choice choice = chosen.policy();
    Policy policy =
        catalog.policy(
            choice,
            catalog.placement(chosen.placement(Scenario.DEFAULT_PLACEMENT)),
            new Seed(seed).child("policy"));
    DecisionWatch watch = DecisionLimit.watch();
    Policy watched = watch.over(choice.name(), policy);
    Decision decision = watch.during(() -> Decision.of(cluster, watched));
    Output.print(new DecisionAnswer(choice.name(), cluster, decision.plan()).in(output.form));
    decision
        .violations()
        .forEach(
            broken -> Output.say("ductile: dropped an illegal grant of the policy: " + broken));
    return decision.violations().isEmpty() ? ExitStatus.OK : ExitStatus.ERROR;
  }
}
