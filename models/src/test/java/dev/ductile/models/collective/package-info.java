@NullMarked
package dev.ductile.models.collective;

import org.jspecify.annotations.NullMarked;
