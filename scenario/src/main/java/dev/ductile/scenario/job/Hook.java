package dev.ductile.scenario.job;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * A request to tell a web server of changes of a job.
 *
 * @param on the changes
 * @param webhook the address to which each change is posted
 * @param secret the name of the stored secret that signs the posts; empty for no signature
 */
public record Hook(List<JobMoment> on, URI webhook, Optional<String> secret) {
  public Hook {
    on = List.copyOf(on);
    String scheme = String.valueOf(webhook.getScheme());
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "webhook must begin with https:// or http://, not %s".formatted(webhook));
    }
    if (webhook.getHost() == null || webhook.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "webhook must name a host and no user, unlike %s".formatted(webhook));
    }
  }
}
