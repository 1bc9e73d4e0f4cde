/** Tests of the traces of decisions. */
@NullMarked
package dev.ductile.server.tracing;

import org.jspecify.annotations.NullMarked;
