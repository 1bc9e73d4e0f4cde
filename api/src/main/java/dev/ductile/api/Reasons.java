package dev.ductile.api;

/** Answers why a plan treats a job as it does, for every job of the picture it was made from. */
@FunctionalInterface
public interface Reasons {
  Reason why(Job job);
}
