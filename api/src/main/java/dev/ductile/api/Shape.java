package dev.ductile.api;

/** How the workers of a job exchange what they learn. */
public enum Shape {
  /** Workers send gradients to servers that hold the parameters. */
  PARAMETER_SERVER,
  /** Workers sum gradients among themselves; there are no servers. */
  ALL_REDUCE
}
