/** One training job in the foreground: its processes, what is seen of it, and how it is steered. */
@NullMarked
package dev.ductile.cli.train;

import org.jspecify.annotations.NullMarked;
