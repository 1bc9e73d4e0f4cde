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
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One decision on a cluster state in a file. */
@Command(
    name = "decide",
    mixinStandardHelpOptions = true,
    header = "Prints what a policy would do to each job, and why.",
    description = {
      "",
      "Reads the state of a cluster from a file, asks one policy or several for a decision, and prints"
          + " the change of every job, from its size to its next one. Changes nothing."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile decide examples/state.yaml --policy srtf",
      "  ductile decide examples/state.yaml --policy tiresias-l \\",
      "      --set limits=[100,1000] -o json",
      "  ductile decide examples/state.yaml --policy fifo,srtf,hell"
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

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws Exception {
    Catalog catalog = plugins.catalog();
    Cluster cluster = StateFile.read(state, catalog);
    List<Choice> policies = chosen.somePolicies();
    StateFile.problems(cluster).forEach(problem -> output.console.note("note: " + problem));
    StateFile.notes(cluster).forEach(note -> output.console.note("note: " + note));
    var answer = new DecisionAnswer(cluster);
    boolean isLegal = true;
    for (Choice choice : policies) {
      Decision decision = decision(choice, cluster, catalog);
      answer.add(label(choice, policies), decision.cluster(), decision.plan());
      isLegal &= decision.violations().isEmpty();
      decision
          .violations()
          .forEach(broken ->
              Output.say(
                  "ductile: dropped an illegal grant of the policy %s: %s"
                      .formatted(choice.name(), broken)));
    }
    Output.print(answer.in(output.form, Output.columns()));
    return isLegal ? ExitStatus.OK : ExitStatus.ERROR;
  }

  private Decision decision(Choice choice, Cluster cluster, Catalog catalog) throws Exception {
    catalog.check(choice);
    Policy policy =
        catalog.policy(
            choice,
            catalog.placement(chosen.placement(Scenario.DEFAULT_PLACEMENT)),
            new Seed(seed).child("policy"));
    DecisionWatch watch = DecisionLimit.watch();
    Policy watched = watch.over(choice.name(), policy);
    return watch.during(() -> Decision.of(cluster, watched));
  }

  /** The name of the policy; with its settings if several choices have that name. */
  private static String label(Choice choice, List<Choice> policies) {
    long alike = policies.stream().filter(other -> other.name().equals(choice.name())).count();
    return alike == 1 ? choice.name() : choice.toString();
  }
}
