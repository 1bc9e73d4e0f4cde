/** Examples: where they come from, how they are split, and in which order they are used. */
@NullMarked
package dev.ductile.runtime.data;

import org.jspecify.annotations.NullMarked;
