/** Traces of the decisions of the scheduler, sent to a collector of OpenTelemetry. */
@NullMarked
package dev.ductile.server.tracing;

import org.jspecify.annotations.NullMarked;
