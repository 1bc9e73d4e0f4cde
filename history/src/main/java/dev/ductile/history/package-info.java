/**
 * What happened in a cluster: events as data, and the journal in which a live cluster keeps them.
 */
@NullMarked
package dev.ductile.history;

import org.jspecify.annotations.NullMarked;
