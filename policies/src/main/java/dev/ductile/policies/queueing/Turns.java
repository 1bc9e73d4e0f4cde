package dev.ductile.policies.queueing;

import java.util.Optional;

/** Jobs one at a time, the one whose turn it is first. Whoever takes one says how it went. */
interface Turns {
  /** Whose turn it is; nobody's when all have been. */
  Optional<Ranked> next();

  /** There was room for it. */
  void accept();

  /** There was no room for it, and so there is none for its like. */
  void refuse();
}
