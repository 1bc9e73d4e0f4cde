/** The published figures, made again: what a file of one says, and what came of it. */
@NullMarked
package dev.ductile.reproductions;

import org.jspecify.annotations.NullMarked;
