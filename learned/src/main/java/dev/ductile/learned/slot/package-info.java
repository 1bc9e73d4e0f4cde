/**
 * Decides one slot: an agent adds tasks to jobs, one action after the other, until it stops or
 * nothing fits.
 */
@NullMarked
package dev.ductile.learned.slot;

import org.jspecify.annotations.NullMarked;
