package dev.ductile.cli;

import dev.ductile.cli.service.SubmitAnswers;
import dev.ductile.cli.service.SubmittedFile;
import dev.ductile.rest.DryRun;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Submits a job to a server. */
@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    header = "Submits a job to a server.",
    description = {
      "",
      "FILE is a job file in YAML or JSON, or a script with #SBATCH lines. Behind --, a command is a"
          + " job of its own; its folder is the present one. Prints the id of the job.",
      "",
      "A job that the whole cluster or its quota cannot hold is refused. With --dry-run, the server only"
          + " checks the job and says when it would start and grow. The exit status is 9 if the job is, or would be,"
          + " refused because it can never start."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile submit job.yaml",
      "  ductile submit job.yaml --set priority=10 --dry-run",
      "  ductile submit job.yaml --wait",
      "  ductile submit --workers 1..4 --gpu 1 -- python3 train.py --rate 0.1"
    })
final class SubmitCommand implements Callable<Integer> {
  private static final String SEPARATOR = "--";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      completionCandidates = Known.Files.class,
      description = "The job file, - for standard input; or a command behind --.")
  private List<String> words = List.of();

  @Option(names = "--dry-run", description = "Checks the job, and submits nothing.")
  private boolean dryRun;

  @Option(
      names = "--wait-for-resources",
      description =
          "Submits also a job that the whole cluster or its quota cannot hold; it waits until they grow.")
  private boolean waitForResources;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A key of the job, its value as in the file; may be repeated.")
  private List<String> settings = List.of();

  @Mixin private final CommandJobOptions command = new CommandJobOptions();
  @Mixin private final WaitOptions wait = new WaitOptions();
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() throws InterruptedException {
    wait.require();
    SubmittedFile file = file().with(settings).withDefaults(output.service.configuration());
    try (Client client = output.service.client()) {
      ResourcePath path =
          ResourcePath.of("jobs").with("name", file.name()).with("folder", file.folder());
      path = file.isGenerated() ? path.with("generated", true) : path;
      path = waitForResources ? path.with("waitForResources", true) : path;
      return dryRun ? tried(client, path, file) : submitted(client, path, file);
    }
  }

  private int tried(Client client, ResourcePath path, SubmittedFile file) {
    DryRun answer = client.postYaml(path.with("dryRun", true), file.text(), DryRun.class);
    output.print(SubmitAnswers.of(answer, ServiceOptions.times()));
    return answer.accepted() && answer.problems().isEmpty() ? ExitStatus.OK : ExitStatus.INFEASIBLE;
  }

  private int submitted(Client client, ResourcePath path, SubmittedFile file)
      throws InterruptedException {
    Submitted answer = client.postYaml(path, file.text(), Submitted.class);
    output.print(SubmitAnswers.of(answer));
    answer.notes().forEach(note -> output.note("note: " + note));
    String first = answer.ids().getFirst();
    output.note(
        "Next: ductile job %s, ductile why %s or ductile logs %s -f"
            .formatted(first, first, first));
    return wait.isGiven() ? wait.status(client, output, answer.ids()) : ExitStatus.OK;
  }

  private SubmittedFile file() {
    boolean isCommand =
        spec.root().commandLine().getParseResult().originalArgs().contains(SEPARATOR);
    if (isCommand && !words.isEmpty()) {
      return command.file(words);
    }
    if (words.size() != 1) {
      throw new ParameterException(
          spec.commandLine(),
          words.isEmpty()
              ? "give a job file, or a command behind --"
              : "give one job file; a command goes behind --, as in: ductile submit -- "
                  + String.join(" ", words));
    }
    List<String> unused = command.given();
    if (!unused.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is for a command behind --; for a job file use --set, such as --set worker.gpu=1"
              .formatted(unused.getFirst()));
    }
    return SubmittedFile.read(words.getFirst());
  }
}
