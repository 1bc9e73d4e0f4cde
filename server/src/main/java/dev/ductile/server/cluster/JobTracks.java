package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The tracks of all jobs that are not over: a fold of events. One thread adds events; any thread
 * reads.
 */
final class JobTracks {
  private final Map<JobId, JobTrack> active = new ConcurrentHashMap<>();
  private final Consumer<JobTrack> ended;

  /** No tracks; each job that ends is passed on with its last track. */
  JobTracks(Consumer<JobTrack> ended) {
    this.ended = ended;
  }

  /** Takes in one event. */
  void take(Event event) {
    switch (event) {
      case Event.Submitted submitted -> active.putIfAbsent(submitted.job(), JobTrack.of(submitted));
      case Event.Ended end -> end(end);
      case Event.OfJob other ->
          active.computeIfPresent(other.job(), (_, track) -> track.with(other));
      case Event.OfNode _, Event.Setting _ -> {}
    }
  }

  Optional<JobTrack> find(JobId job) {
    return Optional.ofNullable(active.get(job));
  }

  private void end(Event.Ended event) {
    JobTrack last = active.remove(event.job());
    if (last != null) {
      ended.accept(last.with(event));
    }
  }
}
