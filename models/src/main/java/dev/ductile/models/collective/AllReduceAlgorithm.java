package dev.ductile.models.collective;

/**
 * An all-reduce algorithm (Capes et al., "Dynamic Scheduling of MPI-based Distributed Deep Learning
 * Training Jobs", Section 3.2).
 *
 * <p>Its cost to one worker is a number of messages, and the multiples of the whole gradient that
 * the worker sends and adds. So the time of a step is linear in latency, seconds per sent byte and
 * seconds per added byte. A single worker exchanges nothing.
 */
public enum AllReduceAlgorithm {
  /** Equation 2: each worker passes on the parts of the gradient one after the other. */
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
   * Equation 3: workers exchange halves, then halves of halves. It is for powers of two only; other
   * numbers of workers use binary blocks, as Section 2.1 says.
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
   * Equation 4: blocks whose sizes are powers of two, with extra rounds between them. We use the
   * equation for powers of two as well, although Section 2.1 calls both algorithms equal there.
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

  /** The number of message latencies that a worker waits for. */
  public double messages(int workers) {
    return workers < 2 ? 0 : messagesAmong(workers);
  }

  /** The bytes that a worker sends, in multiples of the gradient. */
  public double sends(int workers) {
    return workers < 2 ? 0 : sendsAmong(workers);
  }

  /** The bytes that a worker adds, in multiples of the gradient. */
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
