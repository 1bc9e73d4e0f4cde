/**
 * The loop that observes, decides, checks and applies. It cannot tell a simulated cluster from a
 * real one.
 */
@NullMarked
package dev.ductile.scheduler;

import org.jspecify.annotations.NullMarked;
