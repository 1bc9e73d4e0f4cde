/** Workers that exchange their gradients among themselves, without servers. */
@NullMarked
package dev.ductile.models.collective;

import org.jspecify.annotations.NullMarked;
