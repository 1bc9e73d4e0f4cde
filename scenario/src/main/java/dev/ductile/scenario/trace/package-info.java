/** Traces: the native format, and readers of published formats. */
@NullMarked
package dev.ductile.scenario.trace;

import org.jspecify.annotations.NullMarked;
