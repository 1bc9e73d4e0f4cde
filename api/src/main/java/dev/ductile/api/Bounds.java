package dev.ductile.api;

/** How small and how large a job may be, role by role. */
public record Bounds(Range workers, Range servers) {
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

  public boolean allows(Size size) {
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

  /** The largest legal size that does not exceed {@code size} in either role. */
  public Size atMost(Size size) {
    return new Size(workers.atMost(size.workers()), servers.atMost(size.servers()));
  }

  /**
   * The next larger size: one more allowed count of workers, and as many servers as workers where
   * the range of servers lets them follow. The size itself where nothing larger is allowed.
   */
  public Size after(Size size) {
    int moreWorkers = workers.after(size.workers());
    if (moreWorkers == size.workers()) {
      return new Size(moreWorkers, servers.after(size.servers()));
    }
    int following = Math.max(size.servers(), servers.atMost(moreWorkers));
    return new Size(moreWorkers, servers.allows(following) ? following : servers.least());
  }
}
