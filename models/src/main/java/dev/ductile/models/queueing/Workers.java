package dev.ductile.models.queueing;

/**
 * So many workers that are alike, and for how many seconds one mini-batch of one of them keeps each
 * station busy.
 *
 * @param count the number of workers
 * @param downlink the parameters travel from the server to the worker
 * @param worker the worker computes a gradient
 * @param uplink the gradient travels to the server
 * @param server the server applies it
 */
public record Workers(int count, double downlink, double worker, double uplink, double server) {
  private static final double LONGEST = 1e9;
  private static final double SHORTEST_TURN = 1e-18;

  public Workers {
    if (count < 1 || count > Network.MOST_WORKERS) {
      throw new IllegalArgumentException(
          "count must be between 1 and %d, not %d".formatted(Network.MOST_WORKERS, count));
    }
    check("downlink", downlink);
    check("worker", worker);
    check("uplink", uplink);
    check("server", server);
    if (downlink + worker + uplink + server < SHORTEST_TURN) {
      throw new IllegalArgumentException(
          "downlink, worker, uplink and server must take at least %s s together, not %s s"
              .formatted(SHORTEST_TURN, downlink + worker + uplink + server));
    }
  }

  /**
   * The same around a server that holds only a part of the parameters: the links to it carry that
   * part and it applies that part, while the worker computes as long as before.
   */
  public Workers around(double part) {
    return new Workers(count, part * downlink, worker, part * uplink, part * server);
  }

  private static void check(String station, double seconds) {
    if (!(seconds >= 0 && seconds <= LONGEST)) {
      throw new IllegalArgumentException(
          "%s must be between 0 and %s s, not %s".formatted(station, LONGEST, seconds));
    }
  }
}
