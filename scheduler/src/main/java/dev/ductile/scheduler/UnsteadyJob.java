package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobId;
import dev.ductile.api.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A job that the policy changes too often.
 *
 * @param alternates whether it comes back to the same allocations although nothing else changes
 * @param allocations its allocations, the present one last
 * @param times the number of its changes, or of its returns if it alternates
 * @param paused the time without progress because of its changes
 * @param heldUntil the time until which it is left alone
 * @param until the time at which it is steady again, if it does not change before
 */
public record UnsteadyJob(
    JobId job,
    boolean alternates,
    List<Allocation> allocations,
    int times,
    Duration paused,
    Instant since,
    Instant heldUntil,
    Instant until) {
  /** Of more allocations, a sentence has the last ones. */
  private static final int MOST_NAMED = 4;

  public UnsteadyJob {
    allocations = List.copyOf(allocations);
  }

  /** A sentence for operators. */
  public String sentence() {
    Allocation now = allocations.getLast();
    String rest =
        now.isNone()
            ? "it waits"
            : "it stays at %s until %s".formatted(words(now, false), time(heldUntil));
    return alternates
        ? "job %s alternates between %s: it came back %s since %s, although nothing else changed; %s"
            .formatted(job, between(allocations), Reason.count(times, "time"), time(since), rest)
        : "job %s was changed %s since %s, and paused for %s; %s"
            .formatted(job, Reason.count(times, "time"), time(since), Reason.text(paused), rest);
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The sizes of allocations, or the allocations if their sizes are equal. */
  static String between(List<Allocation> allocations) {
    boolean ofEqualSize = allocations.stream().map(Allocation::size).distinct().count() < 2;
    return allocations.stream()
        .skip(Math.max(0, allocations.size() - MOST_NAMED))
        .map(allocation -> words(allocation, ofEqualSize))
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  private static String words(Allocation allocation, boolean withNodes) {
    if (allocation.isNone()) {
      return "nothing";
    }
    String servers =
        allocation.servers() == 0 ? "" : " and " + Reason.count(allocation.servers(), "server");
    return withNodes
        ? allocation.toString()
        : Reason.count(allocation.workers(), "worker") + servers;
  }
}
