/** Claims of papers about their figures, and their verdicts. */
@NullMarked
package dev.ductile.reproductions.claim;

import org.jspecify.annotations.NullMarked;
