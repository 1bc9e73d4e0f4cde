package dev.ductile.history;

/**
 * The result of one job. Times are seconds since the first submission of the run.
 *
 * @param started when it first held resources; NaN if it never did
 * @param ended when it ended; NaN if it did not
 * @param waiting seconds without resources
 * @param service device-seconds it received
 * @param fairness its finish-time fairness: how many times longer it took than on an equal share of
 *     the cluster of its own (Mahajan et al., Themis, NSDI 2020, Section 3); not a number if it did
 *     not finish
 * @param lost seconds with resources but without progress, and seconds of repeated work
 * @param feedback seconds from its submission to its first results; NaN if there were none
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

  /** How a job ended. */
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
