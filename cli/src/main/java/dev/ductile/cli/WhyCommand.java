package dev.ductile.cli;

import dev.ductile.cli.service.WhyAnswers;
import dev.ductile.rest.Why;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Explains the state and the size of a job. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    header = "Explains why a job waits, or has its size.",
    description = {
      "",
      "Prints what the job needs and what is free, everything in its way, its position and its"
          + " expected start, the sizes around its own, and its last changes with their costs."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile why ads", "  ductile why ads -o json"})
final class WhyCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "JOB",
      completionCandidates = Known.ServerJobs.class,
      description = "The id of the job.")
  private String job = "";

  @Mixin private final WatchOption watch = new WatchOption();
  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() throws InterruptedException {
    try (Client client = output.service.client()) {
      watch.print(
          output,
          "",
          () ->
              WhyAnswers.of(
                  client.get(ResourcePath.of("jobs", job, "why"), Why.class),
                  ServiceOptions.times()));
    }
    return ExitStatus.OK;
  }
}
