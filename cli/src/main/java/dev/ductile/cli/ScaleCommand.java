package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.cli.train.ControlClient;
import dev.ductile.cli.train.Reply;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Changes the size of a job that is training. */
@Command(
    name = "scale",
    mixinStandardHelpOptions = true,
    header = "Changes the size of a job that is training.",
    description = {
      "",
      "Sends a request to the 'ductile train' of this user that trains JOB, waits until the job"
          + " has the new size, and prints the pause of the job."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile scale digits --workers 4", "  ductile scale digits -w 1 -s 2"})
final class ScaleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "JOB",
      completionCandidates = Known.RunningJobs.class,
      description = "The name of the job, as in its file.")
  private String job = "";

  @Option(
      names = {"-w", "--workers"},
      paramLabel = "N",
      description = "The new number of workers.")
  private Optional<Integer> workers = Optional.empty();

  @Option(
      names = {"-s", "--servers"},
      paramLabel = "N",
      description = "The new number of parameter servers.")
  private Optional<Integer> servers = Optional.empty();

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    if (workers.isEmpty() && servers.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "give --workers N, --servers N or both");
    }
    return switch (new ControlClient(job, number(workers), number(servers)).ask(System.getenv())) {
      case Reply.Resized done -> {
        Output.print(answer(done).in(output.form, Output.columns()));
        yield ExitStatus.OK;
      }
      case Reply.Refused refused -> throw new InputException(refused.why());
    };
  }

  private static OptionalInt number(Optional<Integer> option) {
    return option.map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  private static Response answer(Reply.Resized done) {
    ObjectNode tree = done.tree();
    return new Response(
        tree,
        List.of("job", "from", "to", "pause"),
        List.of(
            List.of(
                done.job(),
                done.from(),
                done.to(),
                String.format(Locale.ROOT, "%.2f ms", done.pauseMillis()))));
  }
}
