package dev.ductile.engines.supervision;

import java.util.Locale;

/** What a task is in its job. */
public enum Role {
  WORKER,
  SERVER,
  /** Knows who takes part in a hot job; holds no resources. */
  MASTER;

  /** As the contract and the log files spell it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
