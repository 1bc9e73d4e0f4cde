/** Jobs as processes on this machine, on nodes that are parts of it. */
@NullMarked
package dev.ductile.engines.local;

import org.jspecify.annotations.NullMarked;
