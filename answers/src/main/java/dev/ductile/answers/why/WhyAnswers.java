package dev.ductile.answers.why;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.answers.TimeWords;
import dev.ductile.answers.Views;
import dev.ductile.answers.forecast.Forecasts;
import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.rest.Blocker;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.Why;
import dev.ductile.scheduler.Decision;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tells why a job waits, or why it has its size. */
public record WhyAnswers(Forecasts forecasts) {
  private static final int MOST_TOLD = 3;

  /**
   * The answer for one job; absent if it is not in the picture.
   *
   * @param changes its history
   */
  public Optional<Why> of(LiveState state, JobId id, List<JobChange> changes) {
    return state.find(id).map(job -> of(state, job, changes));
  }

  private Why of(LiveState state, Job job, List<JobChange> changes) {
    Decision decision = Decision.of(state.cluster(), state.policy().get());
    return job.holdsResources()
        ? ofHolder(state, job, decision, changes)
        : ofWaiting(state, job, decision, changes);
  }

  private Why ofWaiting(LiveState state, Job job, Decision decision, List<JobChange> changes) {
    var words = new TimeWords(state.cluster().now(), forecasts.zone());
    var waiting = new WaitingJob(state, job, decision.plan(), words, false);
    QueuePosition queue = QueuePosition.of(waiting);
    List<Blocker> blockers = Blockers.of(waiting, queue);
    return new Why(
        job.id().name(),
        state(job),
        sentence(waiting, blockers),
        Optional.of(Views.reason(waiting.reason())),
        Views.amounts(waiting.demand().of(waiting.needed())),
        Views.amounts(waiting.free().left(waiting.demand())),
        blockers,
        Optional.of(queue.position()),
        queue.count(),
        forecasts.of(state, job.id()),
        Optional.empty(),
        List.of(),
        Advice.of(waiting, blockers),
        changes);
  }

  private static String sentence(WaitingJob waiting, List<Blocker> blockers) {
    if (waiting.starts()) {
      return "starts with the next decision: " + waiting.reason().sentence();
    }
    String first =
        blockers.stream().limit(MOST_TOLD).map(Blocker::sentence).collect(Collectors.joining("; "));
    String more =
        blockers.size() > MOST_TOLD
            ? "; and for %s".formatted(Reason.count(blockers.size() - MOST_TOLD, "more cause"))
            : "";
    return (first.startsWith("waits") ? "" : "waits: ") + first + more;
  }

  private Why ofHolder(LiveState state, Job job, Decision decision, List<JobChange> changes) {
    Reason reason = decision.plan().reasons().why(job);
    Optional<PendingSize> pending =
        PendingSize.of(
            state, job, decision, new TimeWords(state.cluster().now(), forecasts.zone()));
    List<Blocker> blockers = pending.map(PendingSize::blockers).orElse(List.of());
    return new Why(
        job.id().name(),
        state(job),
        pending
            .map(size -> size.sentence(blockers))
            .orElseGet(() -> sentence(job, decision, reason)),
        Optional.of(Views.reason(reason)),
        Views.amounts(job.spec().demand().of(job.spec().bounds().least())),
        Views.amounts(state.cluster().left().left(job.spec().demand())),
        blockers,
        Optional.empty(),
        0,
        forecasts.of(state, job.id()),
        Optional.empty(),
        SizeChoices.of(state, job, decision),
        List.of(),
        changes);
  }

  private static String sentence(Job job, Decision decision, Reason reason) {
    Size now = job.allocation().size();
    Size next = ChangedJob.sizes(decision).getOrDefault(job.id().name(), Size.NONE);
    String has = "has " + PredictionAnswer.words(now);
    if (next.equals(now)) {
      return has + ": " + reason.sentence();
    }
    return next.isNone()
        ? "%s, and the next decision stops it: %s".formatted(has, reason.sentence())
        : "%s, and the next decision gives it %s: %s"
            .formatted(has, PredictionAnswer.words(next), reason.sentence());
  }

  /** The state as the interface shows it. */
  private static String state(Job job) {
    return switch (job.state()) {
      case QUEUED -> "pending";
      case STARTING -> "starting";
      case RUNNING, RESCALING, UNKNOWN -> "running";
      case SUCCEEDED -> "succeeded";
      case FAILED -> "failed";
      case CANCELLED -> "cancelled";
    };
  }
}
