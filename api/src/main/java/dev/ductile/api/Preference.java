package dev.ductile.api;

/** The order in which a placement prefers nodes with enough free resources. */
public enum Preference {
  /** Least free first. */
  FULLEST,
  /** Most free first. */
  EMPTIEST,
  /** Least loaded first: by the largest share of any resource that is taken. */
  LEAST_LOADED
}
