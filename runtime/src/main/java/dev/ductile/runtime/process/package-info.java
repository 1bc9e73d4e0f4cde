/** The common parts of servers and workers: the connections to the master and to each other. */
@NullMarked
package dev.ductile.runtime.process;

import org.jspecify.annotations.NullMarked;
