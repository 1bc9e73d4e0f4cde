package dev.ductile.reproductions.training;

import dev.ductile.simulator.Experiment.ProgressListener;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The surroundings of trainings.
 *
 * @param kept the folder in which models are kept for later runs; none if it is absent
 * @param version the version of Ductile, which models keep
 * @param progress learns of finished episodes
 */
public record TrainingContext(Optional<Path> kept, String version, ProgressListener progress) {
  /** Models are not kept. */
  public static final TrainingContext TEMPORARY =
      new TrainingContext(Optional.empty(), "", ProgressListener.NONE);
}
