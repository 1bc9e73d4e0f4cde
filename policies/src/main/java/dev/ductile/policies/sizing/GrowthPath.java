package dev.ductile.policies.sizing;

import dev.ductile.api.Size;
import java.util.Optional;

/** The sizes through which a job grows from its least size, by the rule of one policy. */
public interface GrowthPath {
  /**
   * One step of the path.
   *
   * @param size the size after the step
   * @param gain seconds saved, per unit of the resources that the step takes
   */
  record Step(Size size, double gain) {
    public Step {
      gain = Double.isNaN(gain) ? 0 : gain;
    }
  }

  /** The next step; empty at the end of the path. */
  Optional<Step> next();

  /** Takes the next step. */
  void advance();

  /**
   * Reports that the next step does not fit and never will; true if there is another step instead.
   */
  default boolean evade() {
    return false;
  }

  /** The unit of resources that gains are counted for: {@code GPU}. */
  String unit();

  /** The sizes passed so far, the last one first. */
  Iterable<Size> passed();
}
