/** Tests of real sockets between loops, and of connections of strangers. */
@NullMarked
package dev.ductile.runtime.transport;

import org.jspecify.annotations.NullMarked;
