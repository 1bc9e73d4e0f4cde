package dev.ductile.engines.supervision;

import java.util.Locale;

/** The role of a task in its job. */
public enum Role {
  WORKER,
  SERVER,
  /** Holds the membership of a hot job, and no resources. */
  MASTER;

  /** The spelling in environment variables and names of log files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
