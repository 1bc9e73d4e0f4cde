package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.cli.configuration.ConfigurationKey;
import dev.ductile.cli.configuration.Origin;
import dev.ductile.cli.train.ControlClient;
import dev.ductile.cli.train.Reply;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.Json;
import dev.ductile.rest.ScaleRequest;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.rest.client.UnreachableException;
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

/** Changes the size of a job that is training, here or on a server. */
@Command(
    name = "scale",
    mixinStandardHelpOptions = true,
    header = "Changes the size of a job by hand.",
    description = {
      "",
      "If a 'ductile train' of this user trains JOB, sends it the request, waits until the job has"
          + " the new size, and prints the pause of the job. Otherwise, and always with --server, fixes"
          + " the size of the job JOB of a server until --auto gives it back to the policy."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile scale digits --workers 4",
      "  ductile scale digits -w 1 -s 2",
      "  ductile scale ads --workers 8 --why \"demo at noon\"",
      "  ductile scale ads --auto"
    })
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

  @Option(
      names = "--auto",
      description = "On a server: lets the policy choose the size of the job again.")
  private boolean auto;

  @Mixin private final ReasonOption reason = new ReasonOption();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (auto == (workers.isPresent() || servers.isPresent())) {
      throw new ParameterException(
          spec.commandLine(), "give --workers N, --servers N or both, or --auto alone");
    }
    if (workers.filter(count -> count < 1).isPresent()
        || servers.filter(count -> count < 0).isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "a job has at least 1 worker; 'ductile hold JOB' takes all of its resources");
    }
    var training = new ControlClient(job, number(workers), number(servers));
    boolean isHere = !auto && !connection.isServerGiven() && training.isTraining(System.getenv());
    return isHere ? scaleHere(training) : scaleOnServer(training);
  }

  private int scaleHere(ControlClient training) throws IOException {
    return switch (training.ask(System.getenv())) {
      case Reply.Resized done -> {
        Output.print(answer(done).in(output.form, Output.columns()));
        yield ExitStatus.OK;
      }
      case Reply.Refused refused -> throw new InputException(refused.why());
    };
  }

  /** The default address counts as absent if no server answers there. */
  private int scaleOnServer(ControlClient training) throws IOException, InterruptedException {
    boolean isConfigured =
        connection
            .configuration()
            .get(ConfigurationKey.SERVER)
            .filter(value -> value.origin().layer() != Origin.Layer.DEFAULT)
            .isPresent();
    try (Client client = connection.client(output.console)) {
      Optional<TaskCounts> asked = asked(client);
      Output.print(scaled(client, asked).in(output.form, Output.columns()));
      if (output.form == Response.Form.table && !output.console.isQuiet()) {
        output.console.note(effect(client, asked));
      }
      return ExitStatus.OK;
    } catch (UnreachableException lost) {
      if (isConfigured || auto) {
        throw lost;
      }
      return scaleHere(training);
    }
  }

  /** The whole size to ask for; empty if the policy is to choose it. */
  private Optional<TaskCounts> asked(Client client) {
    if (auto) {
      return Optional.empty();
    }
    TaskCounts now = client.get(ResourcePath.of("jobs", job), JobDetails.class).job().size();
    return Optional.of(
        new TaskCounts(workers.orElse(now.workers()), servers.orElse(now.servers())));
  }

  private String effect(Client client, Optional<TaskCounts> asked) throws InterruptedException {
    return asked.isPresent()
        ? new ScaleEffect(client, job, asked.orElseThrow()).sentence()
        : "The policy chooses the size of %s from its next decision on.".formatted(job);
  }

  private Response scaled(Client client, Optional<TaskCounts> asked) {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("job", job);
    if (asked.isEmpty()) {
      client.post(ResourcePath.of("jobs", job, "unscale"), Accepted.class);
      return new Response(
          tree.put("size", "auto"),
          List.of("job", "size"),
          List.of(List.of(job, "chosen by the policy")));
    }
    var size =
        new ScaleRequest(
            asked.orElseThrow().workers(), asked.orElseThrow().servers(), reason.text());
    client.post(ResourcePath.of("jobs", job, "scale"), size, Accepted.class);
    tree.put("workers", size.workers()).put("servers", size.servers());
    return new Response(
        tree,
        List.of("job", "workers", "servers"),
        List.of(List.of(job, Integer.toString(size.workers()), Integer.toString(size.servers()))));
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
