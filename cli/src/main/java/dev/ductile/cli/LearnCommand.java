package dev.ductile.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Trains learned policies. */
@Command(
    name = "learn",
    mixinStandardHelpOptions = true,
    header = "Trains a policy on the workload of a cluster, and evaluates it.",
    description = {
      "",
      "A learned policy is a model in a file: {name: dl2, model: FILE} in a scenario. It first"
          + " imitates another policy in simulations of a scenario, then improves by reinforcement."
    },
    subcommands = {
      LearnImitateCommand.class,
      LearnReinforceCommand.class,
      LearnEvaluateCommand.class,
      LearnShowCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile learn imitate --teacher drf \\",
      "      --scenario examples/learning.yaml -o drf.model",
      "  ductile learn reinforce drf.model \\",
      "      --scenario examples/learning.yaml -o better.model",
      "  ductile learn evaluate better.model \\",
      "      --scenario examples/learning.yaml --against drf"
    })
final class LearnCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private final ColorOption color = new ColorOption();

  /** Without a command: prints the usage. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitStatus.USAGE;
  }
}
