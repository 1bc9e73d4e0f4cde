package dev.ductile.cli;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cancels jobs. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    header = "Cancels jobs of a server.",
    description = {"", "Stops the tasks of each job. A cancelled job does not start again."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile cancel ads", "  ductile cancel sweep-1 sweep-2 --why \"wrong data\""})
final class CancelCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "JOB",
      arity = "1..*",
      completionCandidates = Known.ServerJobs.class,
      description = "The ids of the jobs.")
  private List<String> jobs = List.of();

  @Option(names = "--why", paramLabel = "TEXT", description = "The reason, for the history.")
  private String why = "";

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    try (Client client = service.client()) {
      for (String job : jobs) {
        client.post(ResourcePath.of("jobs", job, "cancel"), new WhyRequest(why), Accepted.class);
        service.console.note("cancelled " + job);
      }
    }
    return ExitStatus.OK;
  }
}
