/**
 * What people write, read and checked: scenarios, states and traces, and the plugins they name. A
 * mistake in any of them is an {@link dev.ductile.text.InputException} of one line.
 */
@NullMarked
package dev.ductile.scenario;

import org.jspecify.annotations.NullMarked;
