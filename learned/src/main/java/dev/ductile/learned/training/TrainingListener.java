package dev.ductile.learned.training;

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

  /** Whether to stop before the next episode. */
  boolean isStopped();
}
