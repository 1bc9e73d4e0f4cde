package dev.ductile.scenario.cluster;

import dev.ductile.api.Demand;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A job as its system describes it.
 *
 * @param label its name, user, queue and priority
 * @param times its times
 * @param demand the needs of its tasks, and the requirements on its nodes
 * @param workers the numbers of workers that it may have
 * @param asked the size that it asks for
 * @param on its tasks by the names of their nodes; empty for a job that waits
 * @param gang the name of the jobs that start with it; empty for none
 * @param phase whether it may start, starts, or runs
 */
record SourceJob(
    Label label,
    Times times,
    Demand demand,
    Range workers,
    Size asked,
    Map<String, Size> on,
    String gang,
    Phase phase) {
  /** The name, user, queue and priority of a job. */
  record Label(String id, String owner, String queue, int priority) {
    Label {
      id = ShortName.of(id);
      owner = ShortName.of(owner);
      queue = ShortName.of(queue);
    }
  }

  /**
   * The times of a job.
   *
   * @param started the start of its present run
   * @param ran the time that it has run
   * @param length the time that it may take in all, if it has such a limit
   */
  record Times(
      Instant arrived, Optional<Instant> started, Duration ran, Optional<Duration> length) {}

  /** The phase of a job. */
  enum Phase {
    WAITING,
    /** Waiting, and not to be started. */
    HELD,
    /** Waiting again after it has run. */
    STOPPED,
    STARTING,
    RUNNING
  }

  SourceJob {
    var shares = new TreeMap<String, Size>();
    on.forEach((node, size) -> shares.put(ShortName.of(node), size));
    on = Collections.unmodifiableMap(shares);
  }

  String id() {
    return label.id();
  }

  SourceJob withDemand(Demand other) {
    return new SourceJob(label, times, other, workers, asked, on, gang, phase);
  }
}
