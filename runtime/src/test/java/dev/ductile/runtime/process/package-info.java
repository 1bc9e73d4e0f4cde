/** Tests of what servers and workers have in common. */
@NullMarked
package dev.ductile.runtime.process;

import org.jspecify.annotations.NullMarked;
