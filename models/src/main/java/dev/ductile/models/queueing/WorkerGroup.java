package dev.ductile.models.queueing;

/**
 * A group of equal workers, with the seconds for which one mini-batch of one worker occupies each
 * station.
 *
 * @param count the number of workers
 * @param downlink seconds of the parameters from the server to the worker
 * @param worker seconds of the gradient computation
 * @param uplink seconds of the gradient to the server
 * @param server seconds of the update at the server
 */
public record WorkerGroup(int count, double downlink, double worker, double uplink, double server) {
  private static final double LONGEST = 1e9;
  private static final double SHORTEST_TURN = 1e-18;

  public WorkerGroup {
    if (count < 1 || count > QueueingNetwork.MOST_WORKERS) {
      throw new IllegalArgumentException(
          "count must be between 1 and %d, not %d".formatted(QueueingNetwork.MOST_WORKERS, count));
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
   * The same workers with a server that holds only a part of the parameters. Its links and its
   * update take that part of their time; the computation is unchanged.
   */
  public WorkerGroup around(double part) {
    return new WorkerGroup(count, part * downlink, worker, part * uplink, part * server);
  }

  private static void check(String station, double seconds) {
    if (!(seconds >= 0 && seconds <= LONGEST)) {
      throw new IllegalArgumentException(
          "%s must be between 0 and %s s, not %s".formatted(station, LONGEST, seconds));
    }
  }
}
