package dev.ductile.api;

/**
 * What a step with parameter servers is made of, in seconds: each term depends on the numbers of
 * workers and servers alone (Yu et al., SMD, INFOCOM 2021, Equations 4 and 5).
 */
public sealed interface StepTerms {
  /** Seconds that each worker adds to a step of a worker. */
  double perWorker();

  /** Seconds that each server adds to a step of a worker. */
  double perServer();

  /** Seconds of a worker's step whatever the size. */
  double fixed();

  /** Seconds of transfer with as many workers as servers; in proportion with more of them. */
  double contended();

  /** Seconds between one step of the job and the next. */
  double secondsPerStep(double workers, double servers);

  /**
   * Servers wait for every worker, and the workers share the samples of a step.
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

  /** Servers wait for nobody, and every worker's step is one of the job. */
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
