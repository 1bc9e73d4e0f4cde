/**
 * The scheduling loop: observe, admit, decide, check, commit, apply. It is the same code for a
 * simulated and a real cluster.
 */
@NullMarked
package dev.ductile.scheduler;

import org.jspecify.annotations.NullMarked;
