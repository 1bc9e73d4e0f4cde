/** Jobs as processes on this machine, on nodes that are parts of it. */
@NullMarked
package dev.ductile.engines.supervision;

import org.jspecify.annotations.NullMarked;
