package dev.ductile.learned.network;

/**
 * Forward passes of one network for inputs that each differ in few values from the one before. It
 * may remember the input before, so one thread uses it.
 */
@FunctionalInterface
public interface ForwardSeries {
  /** The outputs for the next input. */
  float[] outputs(float[] next);
}
