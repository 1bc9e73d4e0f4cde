package dev.ductile.cli;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The operands and options of a command that the server applies to jobs one by one. */
final class JobAction {
  @Parameters(
      paramLabel = "JOB",
      arity = "1..*",
      completionCandidates = Known.ServerJobs.class,
      description = "The ids of the jobs.")
  private List<String> jobs = List.of();

  @Mixin private final ReasonOption reason = new ReasonOption();
  @Mixin private final ServiceOptions service = new ServiceOptions();

  /**
   * Sends the command for each job.
   *
   * @param verb the last part of the path
   * @param done the word for the note about a success
   */
  int send(String verb, String done) {
    try (Client client = service.client()) {
      return new EachJob(jobs, service.console)
          .send(
              job ->
                  client.post(
                      ResourcePath.of("jobs", job, verb),
                      new WhyRequest(reason.text()),
                      Accepted.class),
              done);
    }
  }
}
