package dev.ductile.answers.why;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.api.Bounds;
import dev.ductile.api.FirstFit;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.rest.Blocker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes that would start a waiting job. Those of its request are tried: the policy decides once
 * for each.
 */
record Advice(WaitingJob waiting, Set<String> kinds) {
  static List<String> of(WaitingJob waiting, List<Blocker> blockers) {
    return new Advice(waiting, blockers.stream().map(Blocker::kind).collect(Collectors.toSet()))
        .list();
  }

  private List<String> list() {
    var advice = new ArrayList<String>();
    JobSpec spec = waiting.job().spec();
    if (kinds.contains("hold")) {
      advice.add("ductile resume %s lets it compete for resources".formatted(spec.id()));
    }
    if (kinds.isEmpty() || kinds.contains("hold") || kinds.contains("dependency")) {
      return advice;
    }
    smaller().ifPresent(advice::add);
    elsewhere().ifPresent(advice::add);
    sooner().ifPresent(advice::add);
    if (waiting.reason().kind() == Reason.Kind.NO_SPEED_KNOWN) {
      advice.add("give its speed in the job file, so that the policy can compare it");
    }
    if (kinds.contains("quota")) {
      advice.add("a larger quota of queue %s would let it start".formatted(spec.queue()));
    }
    return advice;
  }

  /** The largest number of workers below the needed one that would start now. */
  private Optional<String> smaller() {
    Size needed = waiting.needed();
    int workers = needed.workers() - 1;
    while (workers > 0 && !FirstFit.fits(waiting.free(), waiting.demand(), with(workers))) {
      workers = workers > 16 ? workers / 2 : workers - 1;
    }
    if (workers == 0) {
      return Optional.empty();
    }
    JobSpec spec = waiting.job().spec();
    boolean isLeast = workers < spec.bounds().workers().least();
    Range range =
        isLeast ? Range.between(workers, spec.bounds().workers().most()) : spec.bounds().workers();
    if (!range.allows(workers)) {
      return Optional.empty();
    }
    JobSpec asked = spec.withBounds(new Bounds(range, spec.bounds().servers()), with(workers));
    return starts(asked)
        ? Optional.of(
            "with a %s of %s it would start now"
                .formatted(
                    isLeast ? "least size" : "requested size",
                    PredictionAnswer.words(with(workers))))
        : Optional.empty();
  }

  private Size with(int workers) {
    return new Size(workers, waiting.job().spec().bounds().servers().least());
  }

  /** Nodes of other types or with other labels. */
  private Optional<String> elsewhere() {
    JobSpec spec = waiting.job().spec();
    Optional<String> requirement = spec.demand().requirement();
    if (requirement.isEmpty() || spec.demand().labels().isNone()) {
      return Optional.empty();
    }
    return starts(spec.withDemand(spec.demand().withLabels(Labels.NONE)))
        ? Optional.of("without the labels %s it would start now".formatted(spec.demand().labels()))
        : Optional.empty();
  }

  /** A higher priority than those of all other waiting jobs. */
  private Optional<String> sooner() {
    if (!kinds.contains("order") && !kinds.contains("policy")) {
      return Optional.empty();
    }
    Job job = waiting.job();
    int highest =
        waiting.cluster().waiting().stream()
            .filter(other -> other.arrival() != job.arrival())
            .mapToInt(other -> other.spec().priority())
            .max()
            .orElse(job.spec().priority());
    if (highest < job.spec().priority() || highest == Integer.MAX_VALUE) {
      return Optional.empty();
    }
    return starts(job.spec().withQueue(job.spec().queue(), highest + 1))
        ? Optional.of(
            "with a priority of %d in place of %d it would start now"
                .formatted(highest + 1, job.spec().priority()))
        : Optional.empty();
  }

  private boolean starts(JobSpec asked) {
    return ChangedJob.of(waiting.state(), waiting.job(), asked).granted().isPresent();
  }
}
