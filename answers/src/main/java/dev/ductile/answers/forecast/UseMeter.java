package dev.ductile.answers.forecast;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Progress;
import dev.ductile.history.Recorder;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The devices that the jobs of one future hold, summed over its time. */
final class UseMeter implements SchedulerObserver {
  private final Map<JobId, JobSpec> specs = new HashMap<>();
  private final Map<JobId, Double> held = new HashMap<>();
  private final double capacity;
  private final Instant start;
  private Instant since;
  private double now;
  private double deviceSeconds;

  UseMeter(Cluster picture) {
    capacity = Recorder.devices(picture.nodes());
    start = picture.now();
    since = start;
    for (Job job : picture.jobs()) {
      specs.put(job.id(), job.spec());
      hold(job.id(), job.allocation(), start);
    }
  }

  @Override
  public void happened(Event event) {
    switch (event) {
      case Event.Allocated allocated -> hold(allocated.job(), allocated.to(), allocated.at());
      case Event.Crashed crashed -> hold(crashed.job(), Allocation.NONE, crashed.at());
      case Event.Ended ended -> hold(ended.job(), Allocation.NONE, ended.at());
      case Event.OfNode _, Event.Setting _, Event.OfJob _ -> {}
    }
  }

  private void hold(JobId job, Allocation where, Instant at) {
    JobSpec spec = specs.get(job);
    if (spec != null) {
      deviceSeconds += now * Progress.seconds(since, at);
      since = at;
      double devices = where.isNone() ? 0 : spec.demand().devices(where.size());
      Double before = held.put(job, devices);
      now += devices - (before == null ? 0 : before);
    }
  }

  /** The mean share of the devices in use until the last end; the present one if none ends. */
  double utilisation() {
    if (capacity <= 0) {
      return 0;
    }
    double seconds = Progress.seconds(start, since);
    return (seconds > 0 ? deviceSeconds / seconds : now) / capacity;
  }
}
