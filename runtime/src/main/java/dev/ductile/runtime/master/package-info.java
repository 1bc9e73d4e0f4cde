/**
 * The process of a master: its sockets and files around the decisions of a {@link
 * dev.ductile.runtime.master.coordinator.JobCoordinator}.
 */
@NullMarked
package dev.ductile.runtime.master;

import org.jspecify.annotations.NullMarked;
