package dev.ductile.engines.supervision;

import java.util.List;
import java.util.Optional;

/** A launcher that measures how much its tasks really use. */
public interface UseMeter {
  /**
   * The use of each task that is not forgotten, as it was last measured. A task that has ended is
   * in at least one answer after its last measurement.
   *
   * @return nothing if this platform does not measure, or has not measured yet
   */
  Optional<List<TaskUse>> measure();
}
