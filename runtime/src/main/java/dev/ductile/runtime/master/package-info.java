/**
 * The head of a job: who takes part, who holds what, and how that changes. What decides is pure;
 * only {@link dev.ductile.runtime.master.Master} touches sockets.
 */
@NullMarked
package dev.ductile.runtime.master;

import org.jspecify.annotations.NullMarked;
