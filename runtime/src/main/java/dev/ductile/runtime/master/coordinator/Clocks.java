package dev.ductile.runtime.master.coordinator;

import java.util.function.LongSupplier;

/**
 * The clocks of a master, in nanoseconds.
 *
 * @param judging for all timeouts; it does not advance while the master's process is suspended
 * @param measuring for the lengths of pauses; it advances while the master's process is suspended
 */
public record Clocks(LongSupplier judging, LongSupplier measuring) {}
