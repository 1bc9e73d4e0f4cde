package dev.ductile.history;

import java.util.List;

/**
 * One run of one policy over one workload. Times are seconds since its first job was submitted.
 *
 * @param capacity devices in the cluster
 * @param timeline devices, queue and spans over time; empty if only the figures were recorded
 */
public record Run(
    String policy,
    long seed,
    double load,
    List<Outcome> outcomes,
    Totals totals,
    double capacity,
    Timeline timeline) {

  /** Why a run ended. */
  public enum End {
    /** All jobs are over. */
    ALL_OVER,
    /** The run reached its longest time. */
    HORIZON,
    /** The run reached its largest number of decisions. */
    DECISIONS,
    /** Jobs waited, no job ran, and the policy started none. */
    STANDSTILL
  }

  /**
   * Figures of the whole run.
   *
   * @param makespan from the first submission to the last end, or to the stop of a run that did not
   *     continue until all jobs were over
   * @param utilisation the mean share of the devices in use in that time
   * @param rejections plans with illegal grants, which were dropped
   */
  public record Totals(
      double makespan,
      double utilisation,
      long rescales,
      long preemptions,
      long moves,
      double secondsLost,
      long decisions,
      long rejections,
      End end) {}

  /**
   * Quantities over time.
   *
   * @param used devices in use
   * @param waiting jobs without resources
   * @param running jobs with resources
   * @param spans spans of the jobs that were submitted first
   * @param spansCut whether the last spans are missing, because there were too many
   */
  public record Timeline(
      List<Series.Point> used,
      List<Series.Point> waiting,
      List<Series.Point> running,
      List<Span> spans,
      boolean spansCut) {
    public static final Timeline EMPTY =
        new Timeline(List.of(), List.of(), List.of(), List.of(), false);
  }

  public Figures figures() {
    return Figures.of(this);
  }
}
