package dev.ductile.cli;

import dev.ductile.cli.service.PolicyAnswers;
import dev.ductile.cli.service.SubmittedFile;
import dev.ductile.rest.AddedNodes;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfQuestion;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Asks about another policy or cluster. */
@Command(
    name = "what-if",
    mixinStandardHelpOptions = true,
    header = "Compares the future with another policy or cluster.",
    description = {
      "",
      "The server simulates the jobs of this moment as it is and as asked, and prints both futures."
          + " Nothing changes in the cluster."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile what-if --policy srtf",
      "  ductile what-if --add-nodes 2x{gpu:8,cpu:64}",
      "  ductile what-if --lose node-1 --job job.yaml"
    })
final class WhatIfCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-p", "--policy"},
      paramLabel = "POLICY",
      completionCandidates = Known.Policies.class,
      description = "Another policy; its settings may follow its name, as in 'marginal urgency=1'.")
  private Optional<String> policy = Optional.empty();

  @Option(
      names = "--add-nodes",
      paramLabel = "NODES",
      description = "More nodes, such as 2x{gpu:8,cpu:64}; may be repeated.")
  private List<String> added = List.of();

  @Option(
      names = "--lose",
      paramLabel = "NODE",
      description = "A node that is lost; may be repeated.")
  private List<String> lost = List.of();

  @Option(names = "--job", paramLabel = "FILE", description = "One more job.")
  private Optional<Path> job = Optional.empty();

  @Option(names = "--simulations", paramLabel = "N", description = "Simulations of each future.")
  private Optional<Integer> simulations = Optional.empty();

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--pictures",
      paramLabel = "FOLDER",
      description = "Writes the pictures of the answer, in SVG.")
  private Optional<Path> pictures = Optional.empty();

  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() throws IOException {
    if (policy.isEmpty() && added.isEmpty() && lost.isEmpty() && job.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "give --policy, --add-nodes, --lose or --job");
    }
    List<AddedNodes> nodes = added.stream().map(NodeText::of).toList();
    Optional<String> text = job.map(file -> SubmittedFile.read(file.toString()).text());
    var question = new WhatIfQuestion(policy, nodes, lost, text, simulations);
    try (Client client = output.service.client()) {
      WhatIfAnswer answer = client.post(ResourcePath.of("what-if"), question, WhatIfAnswer.class);
      output.print(PolicyAnswers.of(answer, ServiceOptions.times()));
      if (pictures.isPresent()) {
        write(pictures.get(), answer.pictures());
      }
    }
    return ExitStatus.OK;
  }

  /** Writes each picture under the letters, digits and dashes of its name. */
  private void write(Path folder, Map<String, String> all) throws IOException {
    Files.createDirectories(folder);
    for (var picture : all.entrySet()) {
      String name = picture.getKey().replaceAll("[^A-Za-z0-9-]+", "-");
      Path file = folder.resolve(name + ".svg");
      OutputFile.write(file, picture.getValue());
      output.note("Wrote " + file);
    }
  }
}
