package dev.ductile.engines.local;

import java.util.Locale;

/** What a task is in its job. */
enum Role {
  WORKER,
  SERVER,
  /** Knows who takes part in a hot job; holds no resources. */
  MASTER;

  /** As the contract and the log files spell it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
