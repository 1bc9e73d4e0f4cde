/** Tests of the common parts of servers and workers. */
@NullMarked
package dev.ductile.runtime.process;

import org.jspecify.annotations.NullMarked;
