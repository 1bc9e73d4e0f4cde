package dev.ductile.bench.restarts;

import dev.ductile.bench.restarts.RunJobs.RunJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks a finished run: each task started exactly once, no job crashed, each job was submitted and
 * finished once, and no process is left.
 */
final class RunCheck {
  /** A node agent without tasks and client ends after half a minute. */
  private static final long LONGEST_END_NANOS = TimeUnit.SECONDS.toNanos(45);

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final List<String> faults = new ArrayList<>();
  private int taskRestarts;
  private int repeatedEvents;
  private int crashedJobs;
  private final int leftProcesses;

  RunCheck(Path folder, RunJobs jobs, RunProcesses processes) throws IOException {
    Path runs = folder.resolve("ductile-run");
    String journal = Files.readString(only(runs, "journal"), StandardCharsets.UTF_8);
    for (RunJob job : jobs.jobs()) {
      checkStarts(job, Files.readAllLines(only(runs, job.name() + "/checkpoints/starts")).size());
      checkEvents(job, journal);
    }
    List<Long> left = left(processes);
    leftProcesses = left.size();
    if (!left.isEmpty()) {
      faults.add("processes are left: " + left);
    }
  }

  List<String> faults() {
    return List.copyOf(faults);
  }

  RestartCounts counts() {
    return new RestartCounts(
        0,
        0,
        0,
        0,
        taskRestarts,
        repeatedEvents,
        crashedJobs,
        leftProcesses,
        faults.isEmpty() ? 0 : 1);
  }

  private void checkStarts(RunJob job, int starts) {
    taskRestarts += Math.max(0, starts - job.workers());
    if (starts != job.workers()) {
      faults.add("%s has %d workers and %d starts".formatted(job.name(), job.workers(), starts));
    }
  }

  private void checkEvents(RunJob job, String journal) {
    for (String kind : List.of("submitted", "finished")) {
      int times = count(journal, kind, job.name());
      repeatedEvents += Math.max(0, times - 1);
      if (times != 1) {
        faults.add("%s is %s %d times".formatted(job.name(), kind, times));
      }
    }
    if (count(journal, "crashed", job.name()) > 0) {
      crashedJobs++;
      faults.add(job.name() + " crashed");
    }
  }

  private static int count(String journal, String kind, String job) {
    Pattern event =
        Pattern.compile(
            "\\{\"kind\":\"%s\"[^{}]*(\"job\":\"%s\"|\"spec\":\\{\"id\":\"%s\")"
                .formatted(kind, job, job));
    return (int) event.matcher(journal).results().count();
  }

  private static Path only(Path folder, String end) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> found = all.filter(path -> path.endsWith(end)).toList();
      if (found.size() != 1) {
        throw new IOException(
            "%s has %d files %s instead of one".formatted(folder, found.size(), end));
      }
      return found.getFirst();
    }
  }

  /** The processes of the run that do not end in time. */
  private static List<Long> left(RunProcesses processes) {
    long deadline = System.nanoTime() + LONGEST_END_NANOS;
    List<Long> left = processes.all();
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(POLL_NANOS);
      left = processes.all();
    }
    return left;
  }
}
