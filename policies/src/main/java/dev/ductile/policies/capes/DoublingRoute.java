package dev.ductile.policies.capes;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Route;
import java.time.Instant;
import java.util.Optional;

/**
 * The way of a job that doubles, and what it gains by that: the time it saves for each GPU that is
 * added (Capes et al., section 4.2, Eq. 6).
 */
final class DoublingRoute implements Route {
  private final Contender contender;
  private final double remainingSteps;
  private final int top;
  private int rung;

  /**
   * The way of a job whose ladder doubles.
   *
   * @param top the highest rung it may come to
   */
  DoublingRoute(Contender contender, int top, Instant now) {
    this.contender = contender;
    this.remainingSteps = contender.job().remainingSteps(now);
    this.top = top;
  }

  @Override
  public Optional<Step> next() {
    return rung < top
        ? Optional.of(new Step(contender.size(rung + 1), saved() / added()))
        : Optional.empty();
  }

  @Override
  public void advance() {
    rung++;
  }

  @Override
  public String unit() {
    Job job = contender.job();
    return job.spec().demand().worker().amount(Resources.GPU) > 0 ? "GPU" : "worker";
  }

  @Override
  public Iterable<Size> passed() {
    return contender.ladder().sizes().subList(0, rung).reversed();
  }

  private double saved() {
    return remainingSeconds(rung) - remainingSeconds(rung + 1);
  }

  private double remainingSeconds(int at) {
    return remainingSteps / contender.ladder().stepsPerSecond(at);
  }

  /** GPUs, or workers where they have none. */
  private double added() {
    Demand demand = contender.job().spec().demand();
    Size small = contender.size(rung);
    Size large = contender.size(rung + 1);
    double perWorker = demand.worker().amount(Resources.GPU);
    double gpus = demand.devices(large) - demand.devices(small);
    return perWorker > 0 ? gpus : large.workers() - small.workers();
  }
}
