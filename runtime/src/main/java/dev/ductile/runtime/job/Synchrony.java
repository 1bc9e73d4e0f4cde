package dev.ductile.runtime.job;

/**
 * How far workers may be apart.
 *
 * @param staleness how many steps the fastest may be ahead, for ssp
 */
public record Synchrony(Kind kind, int staleness) {
  public Synchrony {
    if (staleness < 0 || (staleness > 0 && kind != Kind.SSP)) {
      throw new IllegalArgumentException(
          "staleness is for ssp, and at least 0: %s with %d".formatted(kind, staleness));
    }
  }

  public static final Synchrony BSP = new Synchrony(Kind.BSP, 0);

  /** Bulk, aggressive bulk, stale, none. */
  public enum Kind {
    BSP,
    A_BSP,
    SSP,
    ASP;

    /** Whether all workers make one step together. */
    public boolean isLockstep() {
      return this == BSP || this == A_BSP;
    }

    /** Whether a batch is found from the number of the step alone. */
    public boolean readsBySteps() {
      return this == BSP;
    }
  }
}
