package dev.ductile.cli;

import dev.ductile.cli.service.OperatorLists;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the decisions of a server. */
@Command(
    name = "decisions",
    mixinStandardHelpOptions = true,
    header = "Prints the decisions of the policy, the newest first.",
    description = {"", "Each with its trigger, its changes, and in JSON their reasons."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile decisions --job ads", "  ductile decisions --text node-1 -o json"})
final class DecisionsCommand implements Callable<Integer> {
  @Option(
      names = "--job",
      paramLabel = "JOB",
      completionCandidates = Known.ServerJobs.class,
      description = "Only decisions that changed this job.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--text", paramLabel = "TEXT", description = "Only decisions with this text.")
  private Optional<String> text = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "The most decisions (default: ${DEFAULT-VALUE}).")
  private int limit = 50;

  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    ResourcePath path = ResourcePath.of("decisions").with("job", job).with("text", text);
    try (Client client = output.service.client()) {
      output.print(
          OperatorLists.decisions(
                  Parts.read(client, path, "before", limit, DecisionView.class).items(),
                  ServiceOptions.times())
              .answer(),
          "no such decisions");
    }
    return ExitStatus.OK;
  }
}
