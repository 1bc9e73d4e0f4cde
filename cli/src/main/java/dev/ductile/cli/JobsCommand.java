package dev.ductile.cli;

import dev.ductile.cli.service.JobLists;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.ArrayList;
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
      "Prints the newest jobs first, with their sizes and the reasons for their states."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile jobs",
      "  ductile jobs --state pending --queue research -o wide",
      "  ductile jobs --watch"
    })
final class JobsCommand implements Callable<Integer> {
  private static final int PART = 1_000;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      completionCandidates = Known.States.class,
      description =
          "Only jobs in this state: pending, starting, running, succeeded, failed or cancelled.")
  private Optional<String> state = Optional.empty();

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
  private int limit = PART;

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
    var jobs = new ArrayList<JobSummary>();
    ListPage<JobSummary> part = part(client, Optional.empty());
    jobs.addAll(part.items());
    while (part.next().isPresent() && jobs.size() < limit && !part.items().isEmpty()) {
      part = part(client, part.next());
      jobs.addAll(part.items());
    }
    if (part.next().isPresent()) {
      output.note("%d of %d jobs; --limit shows more".formatted(jobs.size(), part.total()));
    }
    return jobs;
  }

  private ListPage<JobSummary> part(Client client, Optional<String> after) {
    ResourcePath path =
        ResourcePath.of("jobs")
            .with("state", state)
            .with("queue", queue)
            .with("owner", owner)
            .with("text", text)
            .with("after", after)
            .with("limit", Math.min(limit, PART));
    return client.list(path, JobSummary.class);
  }
}
