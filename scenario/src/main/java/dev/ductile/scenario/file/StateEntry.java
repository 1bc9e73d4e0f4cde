package dev.ductile.scenario.file;

import dev.ductile.api.JobState;
import dev.ductile.api.Phase;
import dev.ductile.text.Inline;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A cluster at one instant, for a policy to decide on.
 *
 * @param kind the kind of the file, for tools and messages; known by its keys if it is absent
 * @param time the instant; the latest arrival if it is absent
 * @param cluster the machines
 * @param drained the machines that no job may use; jobs on them must leave
 * @param down other machines that are down; tasks on them may not be reported as lost yet
 * @param queues the queues that have quotas or a share of the cluster
 * @param usage the past use of queues with a halfLife; none if it is absent
 * @param rescale the cost of a change of size, as in a scenario; nothing if it is absent
 * @param jobs the jobs that are not over
 */
record StateEntry(
    Optional<Word> kind,
    Optional<Instant> time,
    ClusterEntry cluster,
    Optional<List<String>> drained,
    Optional<List<String>> down,
    Optional<List<QueueEntry>> queues,
    Optional<List<UsageEntry>> usage,
    Optional<ScenarioEntry.RescaleEntry> rescale,
    List<@ReadAs(ListedJob.class) Written> jobs) {

  /** The kind of the file. */
  enum Word {
    STATE
  }

  /**
   * The past use of a queue by one owner.
   *
   * @param queue the name of the queue
   * @param owner the owner of the jobs; empty for jobs without one
   * @param deviceSeconds the device-seconds that still count at the time of the state
   */
  record UsageEntry(
      String queue, Optional<String> owner, @NumberBounds(least = 0) double deviceSeconds) {}

  /**
   * A job and its state.
   *
   * @param phase early feedback or training; training if it is absent, unless its work has feedback
   *     to go
   * @param number its place in the order of submission, which breaks ties; the place after the job
   *     before it if it is absent
   * @param hasRun whether it has had tasks before, so that it may start again without its gang;
   *     true for a job that holds tasks, false for others if it is absent
   * @param held whether its user holds it: it must not start, and holds no tasks; false if it is
   *     absent
   * @param fixed the size at which its user has fixed it by hand; any size of its bounds if it is
   *     absent
   * @param running the tasks that the job holds; none if it is absent
   * @param pause the expected pause at a change of its size; by rescale if it is absent
   * @param attained service that it has received: device-seconds, or the time that one device takes
   *     for them
   * @param notes the notes of policies on the job: for each policy the values of its note
   */
  record ListedJob(
      @Inline JobEntry job,
      Optional<Phase> phase,
      @NumberBounds(least = 0) OptionalLong number,
      Optional<Boolean> hasRun,
      Optional<Boolean> held,
      Optional<SizeEntry> fixed,
      Optional<RunningEntry> running,
      Optional<Duration> pause,
      Optional<AttainedService> attained,
      Optional<Map<String, @ReadAs(Map.class) Written>> notes) {}

  /**
   * The tasks that a job holds.
   *
   * @param workers the number of its workers
   * @param servers the number of its servers
   * @param state the state of its tasks; running if it is absent
   * @param stepsPerSecond its measured speed; that of its speed model if it is absent, or 0 if its
   *     tasks are not running
   * @param started the time of its start; needed with minimumRun or cooldown, unless protectedUntil
   *     is there
   * @param changed the time of the last change of its tasks; that of its start if it is absent
   * @param protectedUntil the time until which no policy may change it; by started, changed,
   *     minimumRun and cooldown if it is absent
   * @param on the nodes of its tasks; first fit if it is absent
   */
  record RunningEntry(
      @NumberBounds(least = 0) OptionalInt workers,
      @NumberBounds(least = 0) OptionalInt servers,
      Optional<TaskState> state,
      @NumberBounds(least = 0) OptionalDouble stepsPerSecond,
      Optional<Instant> started,
      Optional<Instant> changed,
      Optional<Instant> protectedUntil,
      Optional<List<ShareEntry>> on) {
    RunningEntry {
      requireCount("workers", workers);
      requireCount("servers", servers);
      if (!(stepsPerSecond.orElse(0) >= 0)) {
        throw new IllegalArgumentException(
            "stepsPerSecond cannot be negative, but is %s".formatted(stepsPerSecond.getAsDouble()));
      }
    }
  }

  /** The states of a job that holds tasks. */
  enum TaskState {
    STARTING(JobState.STARTING),
    RUNNING(JobState.RUNNING),
    RESCALING(JobState.RESCALING),
    UNKNOWN(JobState.UNKNOWN);

    private final JobState state;

    TaskState(JobState state) {
      this.state = state;
    }

    JobState state() {
      return state;
    }
  }

  /**
   * The tasks that a job holds on one node.
   *
   * @param node the node's name
   * @param workers the number of its workers on the node
   * @param servers the number of its servers on the node
   */
  record ShareEntry(
      String node,
      @NumberBounds(least = 0) OptionalInt workers,
      @NumberBounds(least = 0) OptionalInt servers) {
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
