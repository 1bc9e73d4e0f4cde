package dev.ductile.policies.eps;

import dev.ductile.api.Size;
import java.util.List;

/** From whom tasks are taken for a job that finds too few free. */
@FunctionalInterface
interface Removal {
  /** Nobody gives anything: the default parameter server, whose jobs keep what they have. */
  Removal NEVER = (draft, incoming, givers) -> new TooFew(Size.NONE);

  Answer find(Draft draft, Incoming incoming, List<Holder> givers);

  /** Whether enough can be taken. */
  sealed interface Answer {}

  /** What to take from whom. */
  record Cuts(List<Cut> cuts) implements Answer {}

  /**
   * Nothing is to be taken, because it would not be enough.
   *
   * @param possible the most that could be
   */
  record TooFew(Size possible) implements Answer {}

  /** Tasks that a job gives away. */
  record Cut(Holder holder, Size tasks) {}
}
