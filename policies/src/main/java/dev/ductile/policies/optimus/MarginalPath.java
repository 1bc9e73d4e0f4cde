package dev.ductile.policies.optimus;

import dev.ductile.api.Size;
import dev.ductile.policies.sizing.GrowthPath;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The path of one job along the steps of its kind. If one role does not fit, it continues with the
 * other.
 */
final class MarginalPath implements GrowthPath {
  /** Gains are per hundredth of the cluster's dominant resource. */
  private static final double PERCENT = 0.01;

  private final double remainingSteps;
  private MarginalSteps steps;
  private int at;

  /** The sizes passed before it continued with one role. */
  private List<Size> earlier = List.of();

  MarginalPath(MarginalSteps steps, double remainingSteps) {
    this.steps = steps;
    this.remainingSteps = remainingSteps;
  }

  @Override
  public Optional<Step> next() {
    return steps.step(at).map(this::whole);
  }

  private Step whole(Step unit) {
    return new Step(unit.size(), unit.gain() * (remainingSteps * PERCENT));
  }

  @Override
  public void advance() {
    at++;
  }

  /** Continues with the other role only. */
  @Override
  public boolean evade() {
    Size here = steps.size(at);
    GrowingRoles rest = steps.step(at).map(step -> rest(here, step.size())).orElse(steps.roles());
    if (rest.none()) {
      return false;
    }
    earlier = Stream.concat(steps.before(at), earlier.stream()).toList();
    steps = new MarginalSteps(steps.kind(), here, rest);
    at = 0;
    return true;
  }

  private GrowingRoles rest(Size here, Size refused) {
    GrowingRoles roles = steps.roles();
    return refused.workers() > here.workers()
        ? new GrowingRoles(false, roles.servers())
        : new GrowingRoles(roles.workers(), false);
  }

  @Override
  public String unit() {
    return "% of the cluster";
  }

  @Override
  public Iterable<Size> passed() {
    MarginalSteps last = steps;
    int end = at;
    return () -> Stream.concat(last.before(end), earlier.stream()).iterator();
  }
}
