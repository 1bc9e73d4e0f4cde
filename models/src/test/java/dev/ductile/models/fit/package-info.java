@NullMarked
package dev.ductile.models.fit;

import org.jspecify.annotations.NullMarked;
