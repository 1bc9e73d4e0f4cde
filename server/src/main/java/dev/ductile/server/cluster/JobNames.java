package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Origin;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The identifiers of jobs. A job gets the name that its user gave it, or that name with a number if
 * an earlier job has it. No identifier is used twice.
 */
final class JobNames {
  private static final int MOST_NUMBER = 1_000_000;

  private final Set<String> taken = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

  /** The jobs of the last file of each name. */
  private final Map<String, LastFile> last = new ConcurrentHashMap<>();

  private record LastFile(String first, List<JobId> jobs) {
    /** With the next job of the same file, or the first one of a newer file. */
    LastFile then(LastFile next) {
      return first.equals(next.first)
          ? new LastFile(first, Stream.concat(jobs.stream(), next.jobs.stream()).toList())
          : next;
    }
  }

  /** An observer that notes the identifiers of new jobs. */
  SchedulerObserver observer() {
    return new SchedulerObserver() {
      @Override
      public void happened(Event event) {
        take(event);
      }
    };
  }

  /** Notes the identifier of a job of the journal. */
  void take(Event event) {
    if (event instanceof Event.Submitted submitted) {
      taken.add(submitted.job().name());
      Origin origin = submitted.origin();
      if (!origin.name().isEmpty()) {
        last.merge(
            origin.name(), new LastFile(origin.first(), List.of(submitted.job())), LastFile::then);
      }
    }
  }

  /**
   * The jobs of the last file of a name.
   *
   * @param first the first job of the file
   */
  record NamedFile(String name, String first, List<JobId> jobs) {}

  /** The last file of each name; only for the thread that adds events. */
  List<NamedFile> files() {
    return last.entrySet().stream()
        .map(entry ->
            new NamedFile(entry.getKey(), entry.getValue().first(), entry.getValue().jobs()))
        .toList();
  }

  /** Continues from the identifiers and the files of a snapshot. */
  void restore(List<JobId> used, List<NamedFile> files) {
    used.forEach(job -> taken.add(job.name()));
    files.forEach(file -> last.put(file.name(), new LastFile(file.first(), file.jobs())));
  }

  /** An identifier for a job of this name, which no other job gets from now on. */
  JobId reserve(String name) {
    if (taken.add(name)) {
      return new JobId(name);
    }
    for (int number = numbers.getOrDefault(name, 2); number < MOST_NUMBER; number++) {
      if (taken.add(name + "-" + number)) {
        numbers.put(name, number + 1);
        return new JobId(name + "-" + number);
      }
    }
    throw used(name);
  }

  /** Gives back the identifier of a job that was not accepted; a later job may get it. */
  void release(JobId job) {
    taken.remove(job.name());
    int dash = job.name().lastIndexOf('-');
    String digits = job.name().substring(dash + 1);
    if (dash > 0 && digits.matches("[1-9]\\d{0,6}")) {
      int number = Integer.parseInt(digits);
      numbers.computeIfPresent(
          job.name().substring(0, dash), (_, next) -> Math.min(next, Math.max(2, number)));
    }
  }

  /** The identifiers that jobs would get now; nothing is reserved. */
  Function<String, JobId> proposed() {
    Set<String> own = new HashSet<>();
    return name -> new JobId(proposed(name, own));
  }

  private String proposed(String name, Set<String> own) {
    return Stream.concat(
            Stream.of(name),
            IntStream.range(numbers.getOrDefault(name, 2), MOST_NUMBER)
                .mapToObj(number -> name + "-" + number))
        .filter(each -> !taken.contains(each) && own.add(each))
        .findFirst()
        .orElseThrow(() -> used(name));
  }

  private static IllegalArgumentException used(String name) {
    return new IllegalArgumentException(
        "%d jobs are named %s already; take another name".formatted(MOST_NUMBER, name));
  }

  /** The jobs that a name stands for: the job with this identifier, or those of the last file. */
  List<JobId> find(String name) {
    Optional<List<JobId>> file = Optional.ofNullable(last.get(name)).map(LastFile::jobs);
    return file.orElseGet(() -> taken.contains(name) ? List.of(new JobId(name)) : List.of());
  }
}
