package dev.ductile.api;

/**
 * The terms of a step with parameter servers, in seconds. Each term depends only on the numbers of
 * workers and servers (Yu et al., SMD, INFOCOM 2021, Equations 4 and 5).
 */
public sealed interface StepTerms {
  /** Seconds that each worker adds to a worker's step. */
  double perWorker();

  /** Seconds that each server adds to a worker's step. */
  double perServer();

  /** Seconds of a worker's step that do not depend on the size. */
  double fixed();

  /** Seconds of transfer with as many workers as servers; proportional to workers per server. */
  double contended();

  /** Seconds between two steps of the job. */
  double secondsPerStep(double workers, double servers);

  /**
   * Servers wait for all workers, and the workers share the samples of a step.
   *
   * @param divided seconds that one worker alone would take for the samples
   */
  record Synchronous(
      double perWorker, double perServer, double fixed, double contended, double divided)
      implements StepTerms {
    public Synchronous {
      requireTimes(perWorker, perServer, fixed, contended, divided);
    }

    @Override
    public double secondsPerStep(double workers, double servers) {
      return perWorker * workers
          + perServer * servers
          + fixed
          + contended * workers / servers
          + divided / workers;
    }
  }

  /** Servers wait for no worker, and every worker's step is a step of the job. */
  record Asynchronous(double perWorker, double perServer, double fixed, double contended)
      implements StepTerms {
    public Asynchronous {
      requireTimes(perWorker, perServer, fixed, contended);
    }

    @Override
    public double secondsPerStep(double workers, double servers) {
      return perWorker + (perServer * servers + fixed) / workers + contended / servers;
    }
  }

  private static void requireTimes(double... seconds) {
    double sum = 0;
    for (double term : seconds) {
      if (!(term >= 0) || Double.isInfinite(term)) {
        throw new IllegalArgumentException(
            "the terms of a step must be finite seconds of at least 0, not " + term);
      }
      sum += term;
    }
    if (!(sum > 0)) {
      throw new IllegalArgumentException("a step must take some time, but all its terms are 0");
    }
  }
}
