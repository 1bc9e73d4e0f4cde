package dev.ductile.cli;

import dev.ductile.cli.service.JobAnswers;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one job of a server. */
@Command(
    name = "job",
    mixinStandardHelpOptions = true,
    header = "Shows one job of a server, or waits for its end.",
    description = {
      "",
      "Prints the state, size, progress, places and account of a job. With --wait, the exit status"
          + " is 3 if the job fails or is cancelled."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile job ads",
      "  ductile job ads --watch",
      "  ductile job ads --wait --timeout 2h",
      "Why it waits or has its size: ductile why ads."
    })
final class JobCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "JOB",
      completionCandidates = Known.ServerJobs.class,
      description = "The id of the job.")
  private String job = "";

  @Mixin private final WaitOptions wait = new WaitOptions();
  @Mixin private final WatchOption watch = new WatchOption();
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Option(names = "--file", description = "Prints the job file as it was submitted.")
  private boolean file;

  @Override
  public Integer call() throws InterruptedException {
    wait.require();
    try (Client client = output.service.client()) {
      if (file) {
        Output.print(details(client).file());
        return ExitStatus.OK;
      }
      int status = wait.status(client, output, job);
      watch.print(output, "", () -> JobAnswers.of(details(client), ServiceOptions.times()));
      return status;
    }
  }

  private JobDetails details(Client client) {
    return client.get(ResourcePath.of("jobs", job), JobDetails.class);
  }
}
