package dev.ductile.policies.sizing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.Size;

/** A job with a decided size that needs a place. */
public interface Placeable {
  Job job();

  /** The decided size; none if the job waits. */
  Size size();

  /** The allocation; none until it has a place. */
  Allocation allocation();

  void settle(Allocation where);

  void resize(Size other);

  /** The sizes to try if the decided one finds no place, the largest first. */
  Iterable<Size> smaller();
}
