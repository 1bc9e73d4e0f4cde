package dev.ductile.rest;

import java.time.Instant;

/**
 * A log of one task.
 *
 * @param task such as {@code worker-0}
 * @param generation goes up at each start and each rescale with a restart
 */
public record LogName(String task, int generation, long bytes, Instant written) {}
