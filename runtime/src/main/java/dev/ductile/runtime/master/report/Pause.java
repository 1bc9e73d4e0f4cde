package dev.ductile.runtime.master.report;

/**
 * The time without progress in one reconfiguration. The pause begins when the first worker halts in
 * the first attempt or, if workers halt within a step, when the last step ended before that. It
 * ends when all members are told to resume. The last four parts end at the barriers of Wang et al.,
 * "Elastic Parameter Server", TPDS 2022, Section 4, as the last attempt passes them.
 *
 * @param attempts the number of attempts; each event during a reconfiguration starts another one
 * @param haltNanos from the master's decision to reconfigure until the pause begins; not part of it
 * @param detectNanos from the beginning of the pause until the first worker halts in the last
 *     attempt: failure detection, and abandoned attempts
 * @param workersNanos from there until all workers have halted
 * @param serversNanos from there until all servers have halted
 * @param loadNanos from there until all splits are in memory
 * @param assignNanos from there until all members are ready, and have saved if that was required
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
