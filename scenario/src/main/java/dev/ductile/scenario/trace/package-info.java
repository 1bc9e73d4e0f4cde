/**
 * The jobs of a cluster on disk: our own trace format, and readers of those that others publish.
 */
@NullMarked
package dev.ductile.scenario.trace;

import org.jspecify.annotations.NullMarked;
