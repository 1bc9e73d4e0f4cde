/**
 * What happened in a cluster: events as data, the journal in which a live cluster keeps them, the
 * log of events for other programs, and the figures of a run.
 */
@NullMarked
package dev.ductile.history;

import org.jspecify.annotations.NullMarked;
