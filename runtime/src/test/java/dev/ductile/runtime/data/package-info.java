/** Tests of sources, split files and orders. */
@NullMarked
package dev.ductile.runtime.data;

import org.jspecify.annotations.NullMarked;
