/** One training job in the foreground: its cluster, its display and its control. */
@NullMarked
package dev.ductile.cli.train;

import org.jspecify.annotations.NullMarked;
