/** Real sockets between loops, and what strangers may try. */
@NullMarked
package dev.ductile.runtime.transport;

import org.jspecify.annotations.NullMarked;
