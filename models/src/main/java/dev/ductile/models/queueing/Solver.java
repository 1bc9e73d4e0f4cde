package dev.ductile.models.queueing;

/** What is assumed of transfers that meet on a link. */
public enum Solver {
  /** They share it equally: exact mean value analysis, Eq. 1. */
  EXACT,
  /** They take turns, each in its full length: approximate mean value analysis, Eq. 2. */
  FCFS,
  /** They take turns on a quiet link and share a busy one: Eq. 3 and 4. */
  HYBRID
}
