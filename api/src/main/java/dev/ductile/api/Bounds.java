package dev.ductile.api;

/**
 * The sizes that a job may have: a range for each role. A size is also excluded if its tasks exceed
 * the limit of the job's demand.
 *
 * @param demand the needs of the tasks and the limit of the job; {@link Demand#NONE} without a
 *     limit
 */
public record Bounds(Range workers, Range servers, Demand demand) {
  /** Bounds without a limit. */
  public Bounds(Range workers, Range servers) {
    this(workers, servers, Demand.NONE);
  }

  public Bounds {
    if (workers.least() < 1) {
      throw new IllegalArgumentException(
          "a job needs at least one worker to run, but its bounds allow %d"
              .formatted(workers.least()));
    }
  }

  /** A job that runs at one size only. */
  public static Bounds rigid(Size size) {
    return new Bounds(Range.exactly(size.workers()), Range.exactly(size.servers()));
  }

  public static Bounds workers(int min, int max) {
    return new Bounds(Range.between(min, max), Range.ZERO);
  }

  /** The same ranges without the sizes that exceed the limit of this demand. */
  public Bounds within(Demand limited) {
    Demand kept = limited.limit().isNone() ? Demand.NONE : limited;
    return kept.equals(demand) ? this : new Bounds(workers, servers, kept);
  }

  public boolean allows(Size size) {
    return hasRoles(size) && demand.isWithinLimit(size);
  }

  /** Whether both counts are in their ranges; the limit is not checked. */
  public boolean hasRoles(Size size) {
    return workers.allows(size.workers()) && servers.allows(size.servers());
  }

  public boolean isRigid() {
    return workers.least() == workers.most() && servers.least() == servers.most();
  }

  public Size least() {
    return new Size(workers.least(), servers.least());
  }

  public Size most() {
    return new Size(workers.most(), servers.most());
  }

  /**
   * The largest legal size that does not exceed {@code size} in either role, or the least legal
   * size if none is so small. To stay within the limit, it has fewer workers first, then fewer
   * servers.
   */
  public Size atMost(Size size) {
    var wanted = new Size(workers.atMost(size.workers()), servers.atMost(size.servers()));
    if (demand.isWithinLimit(wanted)) {
      return wanted;
    }
    int beside = demand.mostWorkers(wanted);
    if (beside >= workers.least()) {
      return new Size(workers.atMost(beside), wanted.servers());
    }
    var least = new Size(workers.least(), wanted.servers());
    return new Size(workers.least(), servers.atMost(demand.mostServers(least)));
  }

  /**
   * The next larger size: the next allowed count of workers, and as many servers as workers if the
   * range of servers allows it. The size itself if no larger one is allowed.
   */
  public Size after(Size size) {
    Size next = next(size);
    if (demand.isWithinLimit(next)) {
      return next;
    }
    var besideFewer = new Size(next.workers(), Math.min(size.servers(), next.servers()));
    return hasRoles(besideFewer) && demand.isWithinLimit(besideFewer) ? besideFewer : size;
  }

  private Size next(Size size) {
    int moreWorkers = workers.after(size.workers());
    if (moreWorkers == size.workers()) {
      return new Size(moreWorkers, servers.after(size.servers()));
    }
    int following = Math.max(size.servers(), servers.atMost(moreWorkers));
    return new Size(moreWorkers, servers.allows(following) ? following : servers.least());
  }

  /**
   * Text for people: {@code 1 to 8}, or with servers {@code 1, 2 or 4 workers and 1 to 2 servers}.
   */
  public String text() {
    return servers.most() == 0
        ? workers.toString()
        : "%s worker%s and %s server%s"
            .formatted(workers, plural(workers), servers, plural(servers));
  }

  private static String plural(Range range) {
    return range.most() == 1 ? "" : "s";
  }
}
