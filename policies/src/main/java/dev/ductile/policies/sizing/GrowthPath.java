package dev.ductile.policies.sizing;

import dev.ductile.api.Size;
import java.util.Optional;

/** The way of one job from its least size to larger ones, as one rule has it go. */
public interface GrowthPath {
  /**
   * One step of the way.
   *
   * @param size the size it leads to
   * @param gain the seconds it saves, for each unit of what it takes
   */
  record Step(Size size, double gain) {
    public Step {
      gain = Double.isNaN(gain) ? 0 : gain;
    }
  }

  /** The step ahead; none where the way ends. */
  Optional<Step> next();

  /** Takes the step ahead. */
  void advance();

  /** The step ahead finds no room, and never will: whether there is another one instead. */
  default boolean evade() {
    return false;
  }

  /** What gains are counted for, in words: {@code GPU}. */
  String unit();

  /** The sizes it has come by, the last one first. */
  Iterable<Size> passed();
}
