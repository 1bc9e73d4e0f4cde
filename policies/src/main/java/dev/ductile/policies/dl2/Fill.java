package dev.ductile.policies.dl2;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/**
 * One job after the other takes as many workers and servers as fit, up to a threshold: the
 * baselines FIFO, SRTF and Tetris of Peng et al. (DL2). Their DRF is {@code drf}.
 */
public final class Fill implements PolicyProvider<Fill.Settings> {
  /** The order in which jobs are filled. */
  public enum Order {
    /** First come, first served. */
    FIFO,
    /** The shortest remaining time first. */
    SRTF,
    /** The highest match with the free resources, less the remaining time. */
    TETRIS
  }

  /**
   * The order of jobs, and how far each is filled.
   *
   * @param order the order in which jobs are filled
   * @param most the workers up to which a job is filled, with as many servers (at least 1)
   */
  public record Settings(Order order, int most) {
    public Settings {
      if (most < 1) {
        throw new IllegalArgumentException("fill needs a most of at least 1, not " + most);
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "fill",
        "Peng et al., arXiv 1909.06040, 2019",
        "job after job takes what fits, one worker and one server at a time, up to a threshold");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(Order.FIFO, 16);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Filling(settings.order(), settings.most()), SizeSteps.FOLLOWING, context.placement());
  }
}
