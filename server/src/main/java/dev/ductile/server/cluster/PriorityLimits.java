package dev.ductile.server.cluster;

import dev.ductile.api.Queue;

/** The highest priorities that users may give to jobs, by queue. */
public record PriorityLimits(ClusterService service) {
  /** The limit of a queue whose settings have none. */
  public static final int USUAL = 100;

  /** The limit in a queue. */
  public int most(String queue) {
    return service.queue(queue).map(PriorityLimits::most).orElse(USUAL);
  }

  static int most(Queue queue) {
    return queue.maxPriority().orElse(USUAL);
  }
}
