/** The futures of a live cluster: its own scheduler and policy, simulated from its picture on. */
@NullMarked
package dev.ductile.answers.forecast;

import org.jspecify.annotations.NullMarked;
