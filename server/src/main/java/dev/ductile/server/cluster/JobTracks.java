package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tracks of all jobs that are not over, and of those that ended last: a fold of events. One
 * thread adds events; any thread reads.
 */
final class JobTracks {
  /** Their final records may not be in the database yet. */
  private static final int MOST_ENDED = 2_000;

  private final Map<JobId, JobTrack> active = new ConcurrentHashMap<>();
  private final Map<JobId, JobTrack> over = new ConcurrentHashMap<>();
  private final Map<String, Set<JobId>> measured = new ConcurrentHashMap<>();
  private final Deque<JobId> oldestFirst = new ArrayDeque<>();
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
      case Event.SpeedLearned learned ->
          active.computeIfPresent(learned.job(), (_, track) -> noted(track.with(learned)));
      case Event.OfJob other ->
          active.computeIfPresent(other.job(), (_, track) -> track.with(other));
      case Event.OfNode _, Event.Setting _ -> {}
    }
  }

  /** The tracks now; only for the thread that adds events. */
  List<JobTrack> list() {
    return List.copyOf(active.values());
  }

  /** Continues from the tracks of a snapshot. */
  void restore(List<JobTrack> tracks) {
    tracks.forEach(track -> active.put(track.spec().id(), noted(track)));
  }

  /** Notes the name of a job that was measured. */
  private JobTrack noted(JobTrack track) {
    if (track.measured()) {
      measured
          .computeIfAbsent(track.name(), _ -> ConcurrentHashMap.newKeySet())
          .add(track.spec().id());
    }
    return track;
  }

  /** The jobs of this name that were measured; of those that are over, only the last ones. */
  Stream<JobTrack> measured(String name) {
    return measured.getOrDefault(name, Set.of()).stream()
        .flatMap(job -> find(job).or(() -> findEnded(job)).stream());
  }

  Optional<JobTrack> find(JobId job) {
    return Optional.ofNullable(active.get(job));
  }

  /** The last track of a job that ended lately. */
  Optional<JobTrack> findEnded(JobId job) {
    return Optional.ofNullable(over.get(job));
  }

  private void end(Event.Ended event) {
    JobTrack last = active.get(event.job());
    if (last != null) {
      JobTrack whole = last.with(event);
      keep(whole);
      active.remove(event.job());
      ended.accept(whole);
    }
  }

  private void keep(JobTrack track) {
    over.put(track.spec().id(), track);
    oldestFirst.add(track.spec().id());
    if (oldestFirst.size() > MOST_ENDED) {
      JobTrack oldest = over.remove(oldestFirst.remove());
      if (oldest != null && oldest.measured()) {
        measured.computeIfPresent(oldest.name(), (_, jobs) -> without(jobs, oldest.spec().id()));
      }
    }
  }

  /** The set without a job; null, which removes the name, if no other job is left. */
  private static @Nullable Set<JobId> without(Set<JobId> jobs, JobId job) {
    jobs.remove(job);
    return jobs.isEmpty() ? null : jobs;
  }
}
