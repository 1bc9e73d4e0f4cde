package dev.ductile.policies.capes;

import dev.ductile.api.Demand;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.GrowthPath;
import java.time.Instant;
import java.util.Optional;

/**
 * The path of a job that doubles. The gain of a step is the time that it saves per added GPU (Capes
 * et al., section 4.2, Eq. 6).
 */
final class DoublingPath implements GrowthPath {
  private final Candidate candidate;
  private final double remainingSteps;
  private final int top;
  private int index;

  /**
   * Creates the path.
   *
   * @param top the index of the largest size that the job may reach
   */
  DoublingPath(Candidate candidate, int top, Instant now) {
    this.candidate = candidate;
    this.remainingSteps = candidate.job().remainingSteps(now);
    this.top = top;
  }

  @Override
  public Optional<Step> next() {
    return index < top
        ? Optional.of(new Step(candidate.size(index + 1), saved() / added()))
        : Optional.empty();
  }

  @Override
  public void advance() {
    index++;
  }

  @Override
  public String unit() {
    Demand demand = candidate.job().spec().demand();
    return perWorker(demand) > 0 ? demand.device().noun() : "worker";
  }

  @Override
  public Iterable<Size> passed() {
    return candidate.speeds().sizes().subList(0, index).reversed();
  }

  private double saved() {
    return remainingSeconds(index) - remainingSeconds(index + 1);
  }

  private double remainingSeconds(int at) {
    return remainingSteps / candidate.speeds().stepsPerSecond(at);
  }

  /** The added accelerators, or workers if they use none. */
  private double added() {
    Demand demand = candidate.job().spec().demand();
    Size small = candidate.size(index);
    Size large = candidate.size(index + 1);
    double devices = demand.devices(large) - demand.devices(small);
    return perWorker(demand) > 0 ? devices : large.workers() - small.workers();
  }

  private static double perWorker(Demand demand) {
    return demand.worker().amount(demand.device().resource());
  }
}
