package dev.ductile.models.capture;

/**
 * Bursts in one direction that belong together: the weights of a step, or its gradients.
 *
 * @param first its first burst
 * @param last its last one; those between that go the other way are not part of it
 */
record Transfer(boolean isDown, int first, int last, long bytes) {
  /** What carries so much less than its share of the time would is no part of a transfer. */
  private static final double SPARSE = 0.1;

  /** No more of a transfer's bytes than this may be at its ends and yet no part of it. */
  private static final double MOST_SPARSE = 0.05;

  static Transfer of(Bursts bursts, int burst) {
    return new Transfer(bursts.isDown(burst), burst, burst, bursts.bytes(burst));
  }

  /** This transfer and the next one, which goes the same way, as one. */
  Transfer with(Transfer next) {
    return new Transfer(isDown, first, next.last, bytes + next.bytes);
  }

  /**
   * The same without the messages before and after it: a few bytes, and then a pause that is long
   * for so few.
   */
  Transfer core(Bursts bursts) {
    int from = first + edge(bursts, first, 1);
    int to = last - edge(bursts, last, -1);
    return from <= to ? new Transfer(isDown, from, to, bytes) : this;
  }

  /**
   * How many bursts from one end on are no part of it: up to the one where the bytes lag furthest
   * behind the time, if they carry next to nothing for it.
   */
  private int edge(Bursts bursts, int end, int direction) {
    long whole = bursts.end(last) - bursts.start(first);
    int edge = 0;
    double furthest = 0;
    double seen = 0;
    for (int i = 0; i <= last - first && seen <= MOST_SPARSE * bytes; i++) {
      int burst = end + i * direction;
      if (bursts.isDown(burst) == isDown) {
        long time =
            direction > 0
                ? bursts.start(burst) - bursts.start(first)
                : bursts.end(last) - bursts.end(burst);
        double lag = time * bytes - seen * whole;
        if (lag > furthest && seen * whole < SPARSE * time * bytes) {
          furthest = lag;
          edge = i;
        }
        seen += bursts.bytes(burst);
      }
    }
    return edge;
  }
}
