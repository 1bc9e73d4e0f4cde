package dev.ductile.learned.sets;

import dev.ductile.learned.slot.Seat;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import java.util.List;

/**
 * What jobs are compared with.
 *
 * @param jobs their number
 * @param leastShare the mean dominant share of the least size of a job
 * @param logSeconds the mean logarithm of the seconds to the end of a job at its least size
 */
record JobAverages(int jobs, double leastShare, double logSeconds) {
  static JobAverages of(List<Seat> seats, Budget budget) {
    double shares = 0;
    double logs = 0;
    for (Seat seat : seats) {
      Candidate candidate = seat.candidate();
      shares += budget.share(candidate, candidate.size(0));
      logs += Math.log(Math.max(1, seat.remaining() / candidate.speeds().stepsPerSecond(0)));
    }
    int count = Math.max(1, seats.size());
    return new JobAverages(seats.size(), Math.max(1e-9, shares / count), logs / count);
  }
}
