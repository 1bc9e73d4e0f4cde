/** The metrics of the cluster and of its scheduler. */
@NullMarked
package dev.ductile.server.metrics;

import org.jspecify.annotations.NullMarked;
