package dev.ductile.api;

/** Which of the nodes with room is liked best. */
public enum Preference {
  /** The one with the least left. */
  FULLEST,
  /** The one with the most left. */
  EMPTIEST,
  /** The one of whose scarcest resource the smallest share is taken. */
  LEAST_LOADED
}
