package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phase;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.policies.Room;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why jobs have the tasks they have; worked out when somebody first asks. */
final class EpsReasons implements Reasons {
  private final Cluster cluster;
  private final List<Grant> grants;
  private final Map<Long, Draft.Word> words;
  private @Nullable Room room;

  EpsReasons(Draft draft, List<Grant> grants) {
    this.cluster = draft.cluster();
    this.grants = List.copyOf(grants);
    this.words = draft.words();
  }

  @Override
  public synchronized Reason why(Job job) {
    Room known = room;
    if (known == null) {
      known = new Room(cluster, grants);
      room = known;
    }
    if (job.isProtected(cluster.now())) {
      return Room.isProtected(job, cluster.now());
    }
    Draft.Word word = words.get(job.arrival());
    Allocation allocation = known.granted(job);
    if (!allocation.isNone()) {
      return holds(job, allocation, word == null ? unchanged(job) : word.because().get());
    }
    if (word == null) {
      return known.infeasible(job, job.spec().asked());
    }
    return word.kind() == Reason.Kind.INFEASIBLE
        ? Reason.of(word.kind(), "%s", word.because().get())
        : Reason.of(word.kind(), "waits: %s", word.because().get());
  }

  private static Reason holds(Job job, Allocation allocation, String because) {
    Reason.Kind kind = Room.kind(job, allocation);
    return Reason.of(
        kind,
        "%s %s (%s): %s",
        kind == Reason.Kind.KEPT ? "keeps" : "gets",
        allocation.size(),
        Room.text(job, allocation),
        because);
  }

  private static String unchanged(Job job) {
    return job.phase() == Phase.EARLY_FEEDBACK
        ? "its user has not seen first results yet, so it neither gives nor gets tasks"
        : "none of its tasks are taken, and none are added";
  }
}
