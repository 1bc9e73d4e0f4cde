package dev.ductile.answers.why;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.answers.TimeWords;
import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Size;
import dev.ductile.rest.Blocker;
import dev.ductile.scheduler.Decision;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A running job that keeps its size until there is room for the size that a user has asked for.
 *
 * @param waiting the job as one that waits for that size, where what it holds counts as free
 */
record PendingSize(Size now, Size asked, WaitingJob waiting) {
  static Optional<PendingSize> of(LiveState state, Job job, Decision decision, TimeWords words) {
    Size now = job.allocation().size();
    Bounds bounds = job.spec().bounds();
    Size next = ChangedJob.sizes(decision).getOrDefault(job.id().name(), Size.NONE);
    if (bounds.allows(now) || !next.equals(now)) {
      return Optional.empty();
    }
    Job waits =
        job.withAllocation(Allocation.NONE, JobState.QUEUED, job.progress(), state.cluster().now());
    Cluster cluster = state.cluster();
    Cluster without =
        Cluster.of(cluster.now(), cluster.nodes(), cluster.jobs().with(waits))
            .withSettings(cluster.settings())
            .withUsage(cluster.usage());
    return Optional.of(
        new PendingSize(
            now,
            bounds.atMost(now),
            new WaitingJob(state.with(without), waits, decision.plan(), words, true)));
  }

  List<Blocker> blockers() {
    var blockers = new ArrayList<>(QueueBlockers.of(waiting));
    blockers.addAll(new CapacityBlockers(waiting, asked).list());
    if (blockers.isEmpty()) {
      blockers.add(QueueBlockers.blocker("policy", waiting.reason().sentence(), List.of()));
    }
    return List.copyOf(blockers);
  }

  String sentence(List<Blocker> blockers) {
    Set<String> holders = new LinkedHashSet<>();
    blockers.forEach(blocker -> holders.addAll(blocker.jobs()));
    return "asked for %s; keeps %s until there is room%s%s"
        .formatted(
            PredictionAnswer.words(asked),
            now,
            asked.servers() == now.servers()
                ? " for %d more".formatted(asked.workers() - now.workers())
                : "",
            holders.isEmpty() ? "" : ", held by " + Holders.text(List.copyOf(holders)));
  }
}
