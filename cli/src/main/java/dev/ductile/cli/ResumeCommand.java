package dev.ductile.cli;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Resumes held jobs. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    header = "Resumes held jobs of a server.",
    description = {"", "A held job waits again, and goes on from its last checkpoint."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile resume ads"})
final class ResumeCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "JOB",
      arity = "1..*",
      completionCandidates = Known.ServerJobs.class,
      description = "The ids of the jobs.")
  private List<String> jobs = List.of();

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() {
    try (Client client = service.client()) {
      return new EachJob(jobs, service.console)
          .send(
              job -> client.post(ResourcePath.of("jobs", job, "resume"), Accepted.class),
              "resumed");
    }
  }
}
