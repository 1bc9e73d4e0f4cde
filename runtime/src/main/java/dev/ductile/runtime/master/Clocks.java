package dev.ductile.runtime.master;

import java.util.function.LongSupplier;

/**
 * The clocks of a master, in nanoseconds.
 *
 * @param judging of all timeouts; it stands while the master's process does not run
 * @param measuring of pauses, which go on while the master's process does not run
 */
record Clocks(LongSupplier judging, LongSupplier measuring) {}
