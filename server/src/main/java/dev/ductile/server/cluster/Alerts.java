package dev.ductile.server.cluster;

import dev.ductile.scheduler.UnsteadyJob;
import dev.ductile.server.use.LiveUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sentences for operators about what needs their attention now. */
public final class Alerts {
  /** Of more jobs, the alerts have the number. */
  private static final int MOST_NAMED = 5;

  private Alerts() {}

  /**
   * The alerts about the database, about jobs that change too often, and about those that use
   * almost nothing.
   *
   * @param database why the database cannot be written now
   */
  public static List<String> of(Optional<String> database, List<UnsteadyJob> jobs, LiveUse use) {
    var alerts = new ArrayList<String>();
    database.ifPresent(alerts::add);
    jobs.stream().limit(MOST_NAMED).map(UnsteadyJob::sentence).forEach(alerts::add);
    if (jobs.size() > MOST_NAMED) {
      alerts.add(
          "%d more jobs change too often; consider another policy or a longer cooldown"
              .formatted(jobs.size() - MOST_NAMED));
    }
    alerts.addAll(use.idle().alerts());
    return List.copyOf(alerts);
  }
}
