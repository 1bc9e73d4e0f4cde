package dev.ductile.bench.testbed;

/** The solutions of the queueing network that are compared, as {@code async-ps} names them. */
enum Solver {
  EXACT,
  FCFS,
  HYBRID;

  String key() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
