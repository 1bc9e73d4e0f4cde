package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Demand;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Submission;
import dev.ductile.text.Binder;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Written;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads jobs. Jobs that differ only in name, arrival and work share all other values. */
public final class JobReader {
  private static final List<String> KEYS = Binder.keys(JobEntry.class);
  private static final List<String> OWN_KEYS = Binder.keys(JobEntry.OwnEntry.class);
  private static final int MOST_REMEMBERED = 10_000;

  private final Catalog catalog;
  private final Nodes nodes;
  private final Map<JsonNode, JobKind> kinds = new HashMap<>();

  /**
   * A reader of jobs for a cluster.
   *
   * @param nodes the cluster, which limits the sizes of jobs without bounds
   */
  public JobReader(Catalog catalog, Nodes nodes) {
    this.catalog = catalog;
    this.nodes = nodes;
  }

  /** A job to submit; {@code fallbackId} is its name if it has none. */
  public Submission submission(Written job, String fallbackId) {
    var mistakes = new Mistakes();
    job.requireObject().allowKeys(KEYS, mistakes);
    Optional<JobEntry.OwnEntry> own = mistakes.tried(() -> own(job, mistakes));
    Optional<JobKind> kind = mistakes.tried(() -> checked(job, () -> kind(job, mistakes)));
    mistakes.throwAny();
    return checked(job, () -> submission(own.orElseThrow(), kind.orElseThrow(), fallbackId));
  }

  private static Submission submission(JobEntry.OwnEntry own, JobKind kind, String fallbackId) {
    return kind.submission(own.arrived().orElse(Instant.EPOCH), own.spec(kind, fallbackId));
  }

  private static JobEntry.OwnEntry own(Written job, Mistakes mistakes) {
    JobEntry.OwnEntry own = TypeReaders.BINDER.some(JobEntry.OwnEntry.class, job, mistakes);
    checked(job, own.work()::work);
    if (own.work().done().orElse(0) > 0) {
      throw job.need("work")
          .need("done")
          .wrong("must be 0 for a job that has not begun, not " + own.work().done().getAsDouble());
    }
    return own;
  }

  /** Adds the mistake in an amount of work that can be read. */
  static void checkWork(Written job, Mistakes mistakes) {
    new Mistakes()
        .tried(() -> TypeReaders.BINDER.read(WorkEntry.class, job.need("work")))
        .ifPresent(work -> mistakes.check(() -> checked(job, work::work)));
  }

  /** Refuses a job that names a resource that no node has. */
  void requireKnownResources(Written job, JobSpec spec) {
    requireKnownResources(job, "job " + spec.id(), spec.demand());
  }

  /** The same for jobs that have no name yet. */
  void requireKnownResources(Written job, String name, Demand demand) {
    new UnknownResources(nodes)
        .of(demand)
        .ifPresent(mistake -> {
          throw job.breaks("%s %s".formatted(name, mistake));
        });
  }

  private JobKind kind(Written job, Mistakes mistakes) {
    ObjectNode shared = JsonNodeFactory.instance.objectNode();
    job.node()
        .properties()
        .forEach(member -> {
          if (!OWN_KEYS.contains(member.getKey())) {
            shared.set(member.getKey(), member.getValue());
          }
        });
    JobKind known = kinds.get(shared);
    if (known != null) {
      return known;
    }
    JobKind kind = kind(TypeReaders.BINDER.some(KindEntry.class, job, mistakes), Optional.empty());
    if (kinds.size() < MOST_REMEMBERED) {
      kinds.put(shared, kind);
    }
    return kind;
  }

  /** The kind that an entry describes; some node must meet its requirements. */
  JobKind kind(KindEntry entry, Optional<Size> fallback) {
    JobKind kind = kindOnAnyNodes(entry, fallback);
    new NodeRequirement(nodes)
        .mistake(kind.demand())
        .ifPresent(mistake -> {
          throw new IllegalArgumentException(mistake);
        });
    return kind;
  }

  /** The kind that an entry describes, even if no node meets its requirements at present. */
  JobKind kindOnAnyNodes(KindEntry entry, Optional<Size> fallback) {
    SpeedSpec speed = entry.speed().map(catalog::speedSpec).orElse(SpeedSpec.UNKNOWN);
    SpeedSpec expected = entry.expectedSpeed().map(catalog::speedSpec).orElse(speed);
    return JobKind.of(entry, nodes, fallback, speed, expected);
  }

  /** Converts a violated rule into a mistake at the place of the job. */
  static <T> T checked(Written job, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException broken) {
      throw job.breaks(String.valueOf(broken.getMessage()));
    }
  }

  /** Refuses a second job of the same name. */
  static void requireNew(JobId id, Written job, Map<JobId, Written> seen) {
    Written first = seen.putIfAbsent(id, job);
    if (first != null) {
      throw job.breaks("the name %s belongs to %s already".formatted(id, first.trail()));
    }
  }
}
