package dev.ductile.scenario.file;

import dev.ductile.scenario.text.Inline;
import java.time.Instant;
import java.util.Optional;

/** One job, as people write it. */
record JobEntry(
    Optional<String> id, Optional<Instant> arrived, @Inline KindEntry kind, WorkEntry work) {}
