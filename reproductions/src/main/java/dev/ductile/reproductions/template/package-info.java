/** Documents with quantities that differ from point to point and from draw to draw. */
@NullMarked
package dev.ductile.reproductions.template;

import org.jspecify.annotations.NullMarked;
