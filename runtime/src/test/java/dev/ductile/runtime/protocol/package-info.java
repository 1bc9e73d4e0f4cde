/** Whatever the processes of a job say is understood as it was meant. */
@NullMarked
package dev.ductile.runtime.protocol;

import org.jspecify.annotations.NullMarked;
