/** Reproductions of published figures: their files and their results. */
@NullMarked
package dev.ductile.reproductions;

import org.jspecify.annotations.NullMarked;
