package dev.ductile.cli;

import dev.ductile.cli.service.JobLists;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the jobs of a server. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    header = "Lists the jobs of a server.",
    description = {
      "",
      "Prints the jobs that have not ended, with their sizes and the reasons for their states."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile jobs",
      "  ductile jobs --state pending --queue research -o wide",
      "  ductile jobs --watch"
    })
final class JobsCommand implements Callable<Integer> {
  @Option(
      names = "--state",
      paramLabel = "STATES",
      completionCandidates = Known.States.class,
      description =
          "Only jobs in these states: pending, starting, running, succeeded, failed, cancelled; or"
              + " active, ended, all (default: active).")
  private Optional<String> state = Optional.empty();

  @Option(
      names = {"-a", "--all"},
      description = "Also jobs that have ended, as --state all.")
  private boolean all;

  @Option(names = "--queue", paramLabel = "QUEUE", description = "Only jobs of this queue.")
  private Optional<String> queue = Optional.empty();

  @Option(names = "--owner", paramLabel = "USER", description = "Only jobs of this user.")
  private Optional<String> owner = Optional.empty();

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "Only jobs with this text in their id, name, owner or queue.")
  private Optional<String> text = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "The most jobs (default: ${DEFAULT-VALUE}).")
  private int limit = 1_000;

  @Mixin private final WatchOption watch = new WatchOption();
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() throws InterruptedException {
    try (Client client = output.service.client()) {
      watch.print(
          output,
          "no jobs; 'ductile submit job.yaml' submits one",
          () -> JobLists.of(jobs(client), ServiceOptions.times()).answer());
    }
    return ExitStatus.OK;
  }

  private List<JobSummary> jobs(Client client) {
    ResourcePath path =
        ResourcePath.of("jobs")
            .with("state", state.or(() -> all ? Optional.of("all") : Optional.empty()))
            .with("queue", queue)
            .with("owner", owner)
            .with("text", text);
    ListPage<JobSummary> jobs = Parts.read(client, path, "after", limit, JobSummary.class);
    if (jobs.next().isPresent()) {
      output.note("%d of %d jobs; --limit shows more".formatted(jobs.items().size(), jobs.total()));
    }
    return jobs.items();
  }
}
