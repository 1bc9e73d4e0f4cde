package dev.ductile.scenario.file;

import dev.ductile.scenario.job.Hook;
import dev.ductile.scenario.job.JobMoment;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * A web server that is told of changes of the job.
 *
 * @param on the changes; the end of the job, whatever it is, if they are absent
 * @param webhook the address to which a change is posted as JSON
 * @param secret the name of a stored secret by which the receiver recognises the sender
 */
record HookEntry(Optional<List<JobMoment>> on, String webhook, Optional<String> secret) {
  HookEntry {
    var _ = hook(List.of(), webhook, secret);
  }

  Hook hook() {
    return hook(on.orElse(JobMoment.ENDS), webhook, secret);
  }

  private static Hook hook(List<JobMoment> on, String webhook, Optional<String> secret) {
    try {
      return new Hook(on, new URI(webhook), secret);
    } catch (URISyntaxException broken) {
      throw new IllegalArgumentException("webhook is no address: " + broken.getMessage(), broken);
    }
  }
}
