package dev.ductile.policies.sizing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.Size;

/** A job whose size is settled and that looks for a place. */
public interface Placeable {
  Job job();

  /** The size it is to have; none, and it waits. */
  Size size();

  /** Where it is to be. */
  Allocation allocation();

  void settle(Allocation where);

  void resize(Size other);

  /** The sizes to try where there is no room for its own, the largest first. */
  Iterable<Size> smaller();
}
