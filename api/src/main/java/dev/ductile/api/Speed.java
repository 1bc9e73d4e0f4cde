package dev.ductile.api;

/** How fast a job trains, wherever it is put. Defined for every allocation, and zero for none. */
@FunctionalInterface
public interface Speed {
  double stepsPerSecond(Allocation where);
}
