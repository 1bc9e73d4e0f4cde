package dev.ductile.models.capture;

/**
 * The bursts of one transfer: the weights of a step, or its gradients.
 *
 * @param first its first burst
 * @param last its last burst; bursts of the other direction between them are not part of it
 */
record Transfer(boolean isDown, int first, int last, long bytes) {
  /** Bursts at the ends with less than this share of the mean rate are not part of a transfer. */
  private static final double SPARSE = 0.1;

  /** The most bytes that may be cut off at each end, as a share of the transfer. */
  private static final double MOST_SPARSE = 0.05;

  static Transfer of(Bursts bursts, int burst) {
    return new Transfer(bursts.isDown(burst), burst, burst, bursts.bytes(burst));
  }

  /** This transfer merged with the next one of the same direction. */
  Transfer with(Transfer next) {
    return new Transfer(isDown, first, next.last, bytes + next.bytes);
  }

  /**
   * The same without messages before and after it: a few bytes, followed by a pause that is long
   * for so few bytes.
   */
  Transfer core(Bursts bursts) {
    int from = first + edge(bursts, first, 1);
    int to = last - edge(bursts, last, -1);
    return from <= to ? new Transfer(isDown, from, to, bytes) : this;
  }

  /**
   * The number of bursts at one end that are not part of the transfer: up to the point at which the
   * bytes lag furthest behind a constant rate, if they are few for their time.
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
