package dev.ductile.api;

/** Gives the reason for the treatment of every job in the picture from which a plan was made. */
@FunctionalInterface
public interface Reasons {
  Reason why(Job job);
}
