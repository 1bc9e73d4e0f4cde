package dev.ductile.runtime.master;

/**
 * How long workers made no progress because of one regroup. The pause begins when the first worker
 * stands in the first attempt or, where workers are stopped within a step, when the last step ended
 * before that. It ends when all are told to resume. The last four parts end at the barriers of Wang
 * et al., "Elastic Parameter Server", TPDS 2022, Section 4, as the last attempt passes them.
 *
 * @param attempts how often the regroup began; each event during a regroup begins it again
 * @param haltNanos from the master's decision to regroup until the pause begins; not part of it
 * @param detectNanos from the pause's begin until the first worker stands in the last attempt:
 *     finding out what is lost, and attempts that were given up
 * @param workersNanos from there until all workers stood
 * @param serversNanos from there until all servers stood
 * @param loadNanos from there until all splits were in memory
 * @param assignNanos from there until all were ready, and had saved where that was wanted
 */
public record Pause(
    int generation,
    Cause cause,
    int attempts,
    long haltNanos,
    long detectNanos,
    long workersNanos,
    long serversNanos,
    long loadNanos,
    long assignNanos) {
  /** The whole pause. */
  public long nanos() {
    return detectNanos + workersNanos + serversNanos + loadNanos + assignNanos;
  }
}
