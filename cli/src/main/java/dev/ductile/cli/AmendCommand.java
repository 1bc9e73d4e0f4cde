package dev.ductile.cli;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobAmendment;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Changes a submitted job. */
@Command(
    name = "amend",
    mixinStandardHelpOptions = true,
    header = "Changes the priority, queue or bounds of a job.",
    description = {"", "The job keeps its place, its progress and everything that is not named."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile amend ads --priority 10", "  ductile amend ads --workers 2..8"})
final class AmendCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "JOB",
      completionCandidates = Known.ServerJobs.class,
      description = "The id of the job.")
  private String job = "";

  @Option(names = "--priority", paramLabel = "N", description = "A larger one is more urgent.")
  private Optional<Integer> priority = Optional.empty();

  @Option(names = "--queue", paramLabel = "QUEUE", description = "The queue that it moves to.")
  private Optional<String> queue = Optional.empty();

  @Option(
      names = "--workers",
      paramLabel = "SIZES",
      description = "The workers that it may have, such as 2 or 1..8.")
  private Optional<String> workers = Optional.empty();

  @Option(
      names = "--servers",
      paramLabel = "SIZES",
      description = "The parameter servers that it may have.")
  private Optional<String> servers = Optional.empty();

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    boolean hasBounds = workers.isPresent() || servers.isPresent();
    if (priority.isEmpty() && queue.isEmpty() && !hasBounds) {
      throw new ParameterException(
          spec.commandLine(), "give --priority, --queue, --workers or --servers");
    }
    ResourcePath path = ResourcePath.of("jobs", job);
    try (Client client = service.client()) {
      Optional<JobSummary> before =
          hasBounds ? Optional.of(client.get(path, JobDetails.class).job()) : Optional.empty();
      client.patch(
          path,
          new JobAmendment(
              priority,
              queue,
              before.map(now -> counts(now.least(), TaskRange::least)),
              before.map(now -> counts(now.most(), TaskRange::most))),
          Accepted.class);
      service.console.note("changed " + job);
    }
    return ExitStatus.OK;
  }

  private TaskCounts counts(TaskCounts now, ToIntFunction<TaskRange> end) {
    return new TaskCounts(
        workers.map(text -> end.applyAsInt(TaskRange.of("--workers", text))).orElse(now.workers()),
        servers.map(text -> end.applyAsInt(TaskRange.of("--servers", text))).orElse(now.servers()));
  }
}
