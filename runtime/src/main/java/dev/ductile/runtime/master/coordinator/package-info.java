/**
 * The decisions of a master: membership, assignment and their changes. They need no thread, no
 * socket and no file; all effects go through an {@link
 * dev.ductile.runtime.master.coordinator.Outbound}.
 */
@NullMarked
package dev.ductile.runtime.master.coordinator;

import org.jspecify.annotations.NullMarked;
