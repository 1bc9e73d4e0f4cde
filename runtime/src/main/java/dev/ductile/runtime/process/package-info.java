/** What servers and workers have in common: the way to the master and to each other. */
@NullMarked
package dev.ductile.runtime.process;

import org.jspecify.annotations.NullMarked;
