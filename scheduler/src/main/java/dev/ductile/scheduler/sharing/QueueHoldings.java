package dev.ductile.scheduler.sharing;

import dev.ductile.api.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The jobs of each queue and the resources that they hold in the draft of a decision. */
final class QueueHoldings {
  private final Map<String, List<PriorityLevel>> levels;
  private final AllocationDraft draft;
  private final TaskAmounts tasks;
  private final Map<PriorityLevel, List<Job>> started = new HashMap<>();

  QueueHoldings(Map<String, List<PriorityLevel>> levels, AllocationDraft draft, TaskAmounts tasks) {
    this.levels = levels;
    this.draft = draft;
    this.tasks = tasks;
  }

  Set<String> queues() {
    return levels.keySet();
  }

  List<PriorityLevel> levels(String queue) {
    return Objects.requireNonNull(levels.get(queue));
  }

  /** Sets the jobs of a level that hold nothing before the decision and start in the draft. */
  void setStarted(PriorityLevel level, List<Job> jobs) {
    started.put(level, List.copyOf(jobs));
  }

  /** The amount of a resource that the jobs of a queue hold in the draft. */
  double held(String queue, int column) {
    double held = 0;
    for (PriorityLevel level : levels(queue)) {
      for (Job job : holders(level)) {
        held += tasks.amount(job, draft.allocation(job), column);
      }
    }
    return held;
  }

  /** The jobs that hold resources at the start or in the draft. */
  private List<Job> holders(PriorityLevel level) {
    var holders = new ArrayList<Job>(level.running());
    holders.addAll(level.pinned());
    holders.addAll(started.getOrDefault(level, List.of()));
    return holders;
  }

  /** The running jobs of a queue that hold resources in the draft and may be changed. */
  List<Job> running(String queue) {
    return levels(queue).stream().flatMap(level -> running(level).stream()).toList();
  }

  /** The running jobs of all lower priorities in the queue of this level. */
  List<Job> ofLowerPriority(PriorityLevel level) {
    return levels(level.queue()).stream()
        .filter(other -> other.index() > level.index())
        .flatMap(other -> running(other).stream())
        .toList();
  }

  private List<Job> running(PriorityLevel level) {
    return level.running().stream().filter(job -> !draft.allocation(job).isNone()).toList();
  }

  /** The jobs of a queue that hold resources or could. */
  List<Job> possible(String queue) {
    return levels(queue).stream()
        .flatMap(level -> level.jobs().stream())
        .filter(job -> job.holdsResources() || tasks.isPossible(job))
        .toList();
  }
}
