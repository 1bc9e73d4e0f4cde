package dev.ductile.server.use;

import dev.ductile.api.JobId;
import dev.ductile.api.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The jobs that have used less than 5 % of their devices for some time, since this server began to
 * measure them. One thread adds measurements; any thread reads.
 */
public final class IdleJobs {
  /** Of more jobs, the alerts have the number. */
  private static final int MOST_NAMED = 5;

  private final Map<JobId, RecentUse> recent = new HashMap<>();
  private volatile Set<JobId> idle = Set.of();
  private volatile Duration period = Duration.ZERO;

  /** Adds a measurement of all jobs that have tasks; zero as the period switches it off. */
  void take(Map<JobId, CountedUse> measured, Instant now, Duration newPeriod) {
    if (newPeriod.isZero()) {
      recent.clear();
      idle = Set.of();
      return;
    }
    recent.keySet().retainAll(measured.keySet());
    var found = new TreeSet<JobId>();
    measured.forEach((job, use) -> {
      RecentUse next =
          recent
              .getOrDefault(job, RecentUse.NONE)
              .with(new RecentUse.Mark(now, use.devices()), newPeriod);
      recent.put(job, next);
      if (next.isIdle(newPeriod)) {
        found.add(job);
      }
    });
    period = newPeriod;
    idle = Set.copyOf(found);
  }

  public boolean contains(JobId job) {
    return idle.contains(job);
  }

  /** A sentence about a job that is idle. */
  public Optional<String> sentence(JobId job) {
    return idle.contains(job)
        ? Optional.of(
            "job %s has used less than 5 %% of its devices for %s; read its logs, or cancel it"
                .formatted(job, Reason.text(period)))
        : Optional.empty();
  }

  /** Sentences for operators. */
  public List<String> alerts() {
    var alerts = new ArrayList<String>();
    Set<JobId> all = new TreeSet<>(idle);
    all.stream().limit(MOST_NAMED).forEach(job -> sentence(job).ifPresent(alerts::add));
    if (all.size() > MOST_NAMED) {
      alerts.add(
          "%d more jobs are idle; list them: ductile jobs".formatted(all.size() - MOST_NAMED));
    }
    return List.copyOf(alerts);
  }
}
