package dev.ductile.scenario.file;

import dev.ductile.text.Inline;
import java.time.Instant;
import java.util.Optional;

/** One job, as people write it: what is its own, and what others may have as well. */
record JobEntry(@Inline OwnEntry own, @Inline KindEntry kind) {
  /** What no two jobs have in common, as a rule. */
  record OwnEntry(Optional<String> id, Optional<Instant> arrived, WorkEntry work) {}
}
