package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.JobId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.text.Written;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads jobs as people write them. Jobs that differ only in name, arrival and work share the rest.
 */
public final class JobReader {
  private static final int MOST_REMEMBERED = 10_000;

  private final Catalog catalog;
  private final Nodes nodes;
  private final Map<JsonNode, Kind> kinds = new HashMap<>();

  /**
   * @param nodes the cluster that the jobs are for, which limits their sizes where they do not
   */
  public JobReader(Catalog catalog, Nodes nodes) {
    this.catalog = catalog;
    this.nodes = nodes;
  }

  /** A job that will come; {@code fallbackId} is its name where it has none. */
  public Submission submission(Written job, String fallbackId) {
    JobEntry entry = Forms.BINDER.record(JobEntry.class, job);
    if (entry.work().done().orElse(0) > 0) {
      throw job.need("work")
          .need("done")
          .wrong(
              "must be 0 for a job that has not begun, not " + entry.work().done().getAsDouble());
    }
    return submission(job, entry, fallbackId);
  }

  private Submission submission(Written job, JobEntry entry, String fallbackId) {
    return checked(
        job,
        () -> {
          Kind kind = kind(job, entry.kind());
          JobId id = new JobId(entry.id().orElse(fallbackId));
          return new Submission(
              entry.arrived().orElse(Instant.EPOCH),
              kind.spec(id, entry.work().work()),
              kind.speed());
        });
  }

  private Kind kind(Written job, KindEntry entry) {
    ObjectNode shared = job.node().deepCopy();
    shared.remove("id");
    shared.remove("arrived");
    shared.remove("work");
    Kind known = kinds.get(shared);
    if (known != null) {
      return known;
    }
    Kind kind = kind(entry, Optional.empty());
    if (kinds.size() < MOST_REMEMBERED) {
      kinds.put(shared, kind);
    }
    return kind;
  }

  Kind kind(KindEntry entry, Optional<Size> fallback) {
    Speed speed = entry.speed().map(catalog::speed).orElse(Speed.UNKNOWN);
    return Kind.of(entry, nodes, fallback, speed);
  }

  /** A broken rule becomes a mistake at the place of the job. */
  static <T> T checked(Written job, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException broken) {
      throw job.breaks(String.valueOf(broken.getMessage()));
    }
  }

  /** Refuses a job whose name another has. */
  static void requireNew(JobId id, Written job, Map<JobId, Written> seen) {
    Written first = seen.putIfAbsent(id, job);
    if (first != null) {
      throw job.breaks("the name %s belongs to %s already".formatted(id, first.trail()));
    }
  }
}
