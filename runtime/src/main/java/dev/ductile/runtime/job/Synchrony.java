package dev.ductile.runtime.job;

/**
 * The allowed distance between workers.
 *
 * @param staleness the number of steps that the fastest may be ahead, for ssp
 */
public record Synchrony(Kind kind, int staleness) {
  public Synchrony {
    if (staleness < 0 || (staleness > 0 && kind != Kind.SSP)) {
      throw new IllegalArgumentException(
          "staleness is for ssp, and at least 0: %s with %d".formatted(kind, staleness));
    }
  }

  public static final Synchrony BSP = new Synchrony(Kind.BSP, 0);

  /** Bulk synchronous, aggressive bulk synchronous, stale synchronous, asynchronous. */
  public enum Kind {
    BSP,
    A_BSP,
    SSP,
    ASP;

    /** Whether all workers make one step together. */
    public boolean isLockstep() {
      return this == BSP || this == A_BSP;
    }

    /** Whether the number of the step alone determines a batch. */
    public boolean readsBySteps() {
      return this == BSP;
    }
  }
}
