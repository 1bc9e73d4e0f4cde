package dev.ductile.runtime.master;

/**
 * What a regroup took; the parts end at the four barriers of Wang et al., "Elastic Parameter
 * Server", TPDS 2022, Section 4.
 *
 * @param haltNanos until the first worker stood: others still worked
 * @param workersNanos from there until all workers stood
 * @param serversNanos from there until all servers stood
 * @param loadNanos from there until all splits were somewhere
 * @param assignNanos from there until everybody was ready, and had saved where that was wanted
 */
public record Pause(
    int generation,
    Cause cause,
    long haltNanos,
    long workersNanos,
    long serversNanos,
    long loadNanos,
    long assignNanos) {
  /** How long at least one worker stood still. */
  public long nanos() {
    return workersNanos + serversNanos + loadNanos + assignNanos;
  }
}
