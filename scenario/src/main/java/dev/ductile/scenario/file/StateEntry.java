package dev.ductile.scenario.file;

import dev.ductile.api.Phase;
import dev.ductile.text.Inline;
import dev.ductile.text.Written;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A picture of a cluster, as people write it. */
record StateEntry(Optional<Instant> time, ClusterEntry cluster, List<Written> jobs) {

  /** A job and how it stands. */
  record ListedJob(
      @Inline JobEntry job,
      Optional<Phase> phase,
      Optional<RunningEntry> running,
      Optional<Attained> attained,
      Optional<Map<String, Written>> notes) {}

  /** What a job holds, and where, if that is known. */
  record RunningEntry(OptionalInt workers, OptionalInt servers, Optional<List<ShareEntry>> on) {
    RunningEntry {
      requireCount("workers", workers);
      requireCount("servers", servers);
    }
  }

  /** What a job holds on one node. */
  record ShareEntry(String node, OptionalInt workers, OptionalInt servers) {
    ShareEntry {
      requireCount("workers", workers);
      requireCount("servers", servers);
    }
  }

  private static void requireCount(String role, OptionalInt count) {
    if (count.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "%s cannot be negative, but are %d".formatted(role, count.getAsInt()));
    }
  }
}
