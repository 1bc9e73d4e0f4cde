package dev.ductile.history;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The times for which the jobs that ended have held resources, in seconds. */
final class RunTimes {
  private final Map<JobId, Instant> since = new HashMap<>();
  private final Map<JobId, Double> held = new HashMap<>();
  private final Map<JobId, Double> ended = new HashMap<>();

  private RunTimes() {}

  /** The seconds of each job that ended after it had held resources. */
  static Map<JobId, Double> of(List<Event> events) {
    var times = new RunTimes();
    events.forEach(times::take);
    return Map.copyOf(times.ended);
  }

  private void take(Event event) {
    switch (event) {
      case Event.Allocated change -> {
        if (change.to().isNone()) {
          stop(change.job(), change.at());
        } else {
          since.putIfAbsent(change.job(), change.at());
        }
      }
      case Event.Crashed crash -> stop(crash.job(), crash.at());
      case Event.Ended end -> {
        stop(end.job(), end.at());
        double seconds = held.getOrDefault(end.job(), 0.0);
        if (seconds > 0 && RunEnd.of(event).isEmpty()) {
          ended.put(end.job(), seconds);
        }
      }
      case Event.OfNode _, Event.Setting _, Event.Accepted _, Event.Decided _, Event.Report _ -> {}
    }
  }

  private void stop(JobId job, Instant at) {
    if (since.containsKey(job)) {
      held.merge(job, Progress.seconds(since.get(job), at), Double::sum);
      since.remove(job);
    }
  }
}
