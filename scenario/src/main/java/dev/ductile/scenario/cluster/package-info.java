/** Readers of the clusters of other systems, which become states of Ductile. */
@NullMarked
package dev.ductile.scenario.cluster;

import org.jspecify.annotations.NullMarked;
