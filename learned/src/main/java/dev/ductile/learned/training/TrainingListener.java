package dev.ductile.learned.training;

import dev.ductile.learned.model.LearnedModel;
import java.util.function.Supplier;

/** Follows a training, and may stop it. */
public interface TrainingListener {
  /** Trains to the end, unobserved. */
  TrainingListener NONE =
      new TrainingListener() {
        @Override
        public void trained(int done, int planned) {}

        @Override
        public boolean isStopped() {
          return false;
        }
      };

  /** Some of the planned episodes are trained. */
  void trained(int done, int planned);

  /** The model after an episode, which the supplier gives during this call only. */
  default void reached(Supplier<LearnedModel> model) {}

  /** Whether to stop before the next episode. */
  boolean isStopped();
}
