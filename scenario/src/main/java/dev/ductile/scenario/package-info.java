/**
 * Scenarios, states and traces, read and checked, and the plugins that they name. A mistake in any
 * of them is an {@link dev.ductile.text.InputException} of one line.
 */
@NullMarked
package dev.ductile.scenario;

import org.jspecify.annotations.NullMarked;
