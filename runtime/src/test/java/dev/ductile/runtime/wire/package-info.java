/** Real sockets between loops, and what strangers may try. */
@NullMarked
package dev.ductile.runtime.wire;

import org.jspecify.annotations.NullMarked;
