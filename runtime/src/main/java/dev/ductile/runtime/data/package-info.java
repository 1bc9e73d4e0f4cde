/** Examples: their sources, their splits, and the order in which they are used. */
@NullMarked
package dev.ductile.runtime.data;

import org.jspecify.annotations.NullMarked;
