/**
 * Reads and checks scenarios, states and traces, and finds the plug-ins that they name. A mistake
 * is an {@link dev.ductile.text.InputException} of one line.
 */
@NullMarked
package dev.ductile.scenario;

import org.jspecify.annotations.NullMarked;
