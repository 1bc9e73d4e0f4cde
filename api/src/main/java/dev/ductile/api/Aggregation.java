package dev.ductile.api;

/** The way in which the gradients of a job's workers are combined. */
public enum Aggregation {
  /** Workers send gradients to servers, which hold the parameters. */
  PARAMETER_SERVER,
  /** Workers sum their gradients among themselves, without servers. */
  ALL_REDUCE
}
