package dev.ductile.server.cluster;

import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Progress;
import dev.ductile.rest.JobAccount;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.UsageRow;
import dev.ductile.server.use.DeviceUse;
import dev.ductile.server.use.LiveUse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The use of the cluster by user or queue: the jobs that ended in a period, and those that are
 * active if the period has not ended.
 */
public final class UsageQueries {
  private static final Duration USUAL = Duration.ofDays(7);

  private final ClusterService service;
  private final PastJobs past;
  private final LiveUse use;
  private final InstantSource clock;

  public UsageQueries(ClusterService service, PastJobs past, LiveUse use, InstantSource clock) {
    this.service = service;
    this.past = past;
    this.use = use;
    this.clock = clock;
  }

  /**
   * One row for each user or queue that had jobs.
   *
   * @throws IllegalArgumentException if the period ends before it begins
   */
  public List<UsageRow> rows(Optional<Instant> from, Optional<Instant> to, boolean byQueue) {
    Instant end = to.orElseGet(clock::instant);
    Instant begin = from.orElse(end.minus(USUAL));
    if (begin.isAfter(end)) {
      throw new IllegalArgumentException(
          "the period begins at %s and ends before that, at %s".formatted(begin, end));
    }
    Map<String, UsageRow> rows = new TreeMap<>();
    past.ended(begin, end)
        .forEach(job -> add(row(job, job.job().ended().orElse(end), byQueue), rows));
    if (!end.isBefore(service.picture().now())) {
      service
          .picture()
          .jobs()
          .forEach(job -> active(job, byQueue).ifPresent(row -> add(row, rows)));
    }
    return List.copyOf(rows.values());
  }

  private Optional<UsageRow> active(Job job, boolean byQueue) {
    Instant now = service.picture().now();
    return service
        .tracks()
        .find(job.id())
        .map(track -> {
          JobSpec spec = job.spec();
          double held = track.started().map(since -> Progress.seconds(since, now)).orElse(0.0);
          double devices = track.deviceSecondsAt(now);
          Optional<DeviceUse> used = use.find(job.id());
          return new UsageRow(
              byQueue ? spec.queue() : spec.owner(),
              1,
              spec.demand().devices(spec.asked()) * held,
              devices,
              used.map(DeviceUse::used),
              used.map(DeviceUse::measured),
              lost(devices, track.counts().pausedSeconds(), held));
        });
  }

  private static UsageRow row(JobDetails details, Instant end, boolean byQueue) {
    JobSummary job = details.job();
    JobAccount account = details.account();
    double held = job.started().map(since -> Progress.seconds(since, end)).orElse(0.0);
    return new UsageRow(
        byQueue ? job.queue() : job.owner(),
        1,
        details.request().workers() * held,
        account.deviceSeconds(),
        account.usedDeviceSeconds(),
        account.measuredDeviceSeconds(),
        lost(account.deviceSeconds(), account.pausedSeconds(), held));
  }

  /** The devices that were held during pauses, by the mean number that the job held. */
  private static double lost(double deviceSeconds, double pausedSeconds, double heldSeconds) {
    return heldSeconds > 0 ? deviceSeconds * Math.min(1, pausedSeconds / heldSeconds) : 0;
  }

  /** The sum of what is measured; absent if neither is. */
  private static Optional<Double> sum(Optional<Double> one, Optional<Double> other) {
    return one.map(value -> value + other.orElse(0.0)).or(() -> other);
  }

  private static void add(UsageRow row, Map<String, UsageRow> rows) {
    rows.merge(
        row.name(),
        row,
        (one, other) ->
            new UsageRow(
                one.name(),
                one.jobs() + other.jobs(),
                one.askedDeviceSeconds() + other.askedDeviceSeconds(),
                one.allocatedDeviceSeconds() + other.allocatedDeviceSeconds(),
                sum(one.usedDeviceSeconds(), other.usedDeviceSeconds()),
                sum(one.measuredDeviceSeconds(), other.measuredDeviceSeconds()),
                one.lostDeviceSeconds() + other.lostDeviceSeconds()));
  }
}
