/**
 * The history of a cluster: events as data, the journal of a live cluster, the event log for other
 * programs, and the figures of a run.
 */
@NullMarked
package dev.ductile.history;

import org.jspecify.annotations.NullMarked;
