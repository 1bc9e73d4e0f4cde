package dev.ductile.cli.train;

import dev.ductile.api.Size;
import java.util.OptionalInt;

/** A change of a job's size; a role without a number keeps its number of tasks. */
record SizeChange(OptionalInt workers, OptionalInt servers) {
  Size of(Size now) {
    return new Size(workers.orElse(now.workers()), servers.orElse(now.servers()));
  }
}
