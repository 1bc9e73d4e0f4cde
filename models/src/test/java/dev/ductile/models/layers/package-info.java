@NullMarked
package dev.ductile.models.layers;

import org.jspecify.annotations.NullMarked;
