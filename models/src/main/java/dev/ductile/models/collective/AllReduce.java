package dev.ductile.models.collective;

/**
 * A way in which workers add up their gradients (Capes et al., "Dynamic Scheduling of MPI-based
 * Distributed Deep Learning Training Jobs", Section 3.2).
 *
 * <p>Each is what it costs one worker: so many messages, and so many times the whole gradient sent
 * and added. So a step is linear in latency, time per byte and reduction per byte, and these three
 * are what a fit needs. A lone worker exchanges nothing.
 */
public enum AllReduce {
  /** Equation 2: each worker passes on one part of the gradient after the other. */
  RING {
    @Override
    double messagesAmong(int workers) {
      return 4.0 * (workers - 1);
    }

    @Override
    double sendsAmong(int workers) {
      return 4.0 * (workers - 1) / workers;
    }

    @Override
    double additionsAmong(int workers) {
      return 2.0 * (workers - 1) / workers;
    }
  },

  /**
   * Equation 3: workers exchange halves, then halves of halves. It exists for powers of two only;
   * any other number of workers falls back to binary blocks, as Section 2.1 says.
   */
  DOUBLING_HALVING {
    @Override
    double messagesAmong(int workers) {
      return isPowerOfTwo(workers)
          ? 4.0 * roundsAmong(workers)
          : BINARY_BLOCKS.messagesAmong(workers);
    }

    @Override
    double sendsAmong(int workers) {
      return isPowerOfTwo(workers) ? 4 : BINARY_BLOCKS.sendsAmong(workers);
    }

    @Override
    double additionsAmong(int workers) {
      return isPowerOfTwo(workers) ? 2.5 : BINARY_BLOCKS.additionsAmong(workers);
    }
  },

  /**
   * Equation 4: blocks whose sizes are powers of two, and extra rounds between them. The equation
   * holds for powers of two as well, though Section 2.1 calls the two algorithms the same there.
   */
  BINARY_BLOCKS {
    @Override
    double messagesAmong(int workers) {
      return 5 + 4.0 * roundsAmong(workers);
    }

    @Override
    double sendsAmong(int workers) {
      return 7;
    }

    @Override
    double additionsAmong(int workers) {
      return 3;
    }
  };

  abstract double messagesAmong(int workers);

  abstract double sendsAmong(int workers);

  abstract double additionsAmong(int workers);

  /** How often a worker waits for the latency of a message. */
  public double messages(int workers) {
    return workers < 2 ? 0 : messagesAmong(workers);
  }

  /** How often a worker sends as many bytes as the whole gradient has. */
  public double sends(int workers) {
    return workers < 2 ? 0 : sendsAmong(workers);
  }

  /** How often a worker adds as many bytes as the whole gradient has. */
  public double additions(int workers) {
    return workers < 2 ? 0 : additionsAmong(workers);
  }

  private static boolean isPowerOfTwo(int workers) {
    return Integer.bitCount(workers) == 1;
  }

  /** The logarithm to base 2, rounded up. */
  private static int roundsAmong(int workers) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(workers - 1);
  }
}
