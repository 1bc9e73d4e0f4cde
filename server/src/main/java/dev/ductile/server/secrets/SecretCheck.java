package dev.ductile.server.secrets;

import dev.ductile.api.JobSpec;
import dev.ductile.engines.supervision.Secrets;
import dev.ductile.scenario.job.Hook;
import dev.ductile.scenario.job.JobRequest;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the secrets that a job file names and its owner has not stored.
 *
 * @param secrets the stored secrets
 */
public record SecretCheck(Secrets secrets) {
  /** A sentence for each secret that is missing, with the command that stores it. */
  public List<String> missing(JobRequest request, String owner) {
    return named(request)
        .filter(name -> secrets.value(owner, name).isEmpty())
        .map(name ->
            "%s has no secret %s; store it: ductile secrets set %s --file FILE"
                .formatted(owner, name, name))
        .toList();
  }

  private static Stream<String> named(JobRequest request) {
    Stream<String> ofTasks =
        request.jobs().stream()
            .map(JobSpec::program)
            .flatMap(program -> program.secrets().values().stream());
    Stream<String> ofHooks =
        request.hooks().stream().map(Hook::secret).flatMap(name -> name.stream());
    return Stream.concat(ofTasks, ofHooks).distinct().sorted();
  }
}
