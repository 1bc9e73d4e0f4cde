package dev.ductile.history;

/**
 * What became of one job. Times are seconds since the first job of the run was submitted.
 *
 * @param started when it first held resources; not a number where it never did
 * @param ended when it was over; not a number where it is not
 * @param waiting seconds it held nothing
 * @param service device-seconds it received
 * @param fairness its finish-time fairness: how many times longer it took than on an equal share of
 *     the cluster of its own (Mahajan et al., Themis, NSDI 2020, Section 3); not a number where it
 *     did not finish
 * @param lost seconds it held resources without progress, and seconds of work it did twice
 * @param feedback seconds from its submission until its user saw first results; not a number where
 *     there were none
 */
public record Outcome(
    String job,
    String owner,
    Ending ending,
    double submitted,
    double started,
    double ended,
    double waiting,
    double service,
    double fairness,
    int rescales,
    int preemptions,
    int moves,
    double lost,
    double feedback) {

  /** How a job's story ends. */
  public enum Ending {
    FINISHED,
    /** Its user killed it. */
    KILLED,
    FAILED,
    /** The run ended first. */
    UNFINISHED
  }

  public double completion() {
    return ended - submitted;
  }

  /** Whether its user has seen first results. */
  public boolean gaveFeedback() {
    return !Double.isNaN(feedback);
  }

  public boolean isFinished() {
    return ending == Ending.FINISHED;
  }
}
