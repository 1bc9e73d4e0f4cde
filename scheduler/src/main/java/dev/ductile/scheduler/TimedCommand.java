package dev.ductile.scheduler;

import dev.ductile.api.Command;
import java.time.Instant;

/** A command that the scheduler must not read before {@code due}. */
public record TimedCommand(Instant due, Command command) {}
