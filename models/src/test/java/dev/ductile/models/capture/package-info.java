@NullMarked
package dev.ductile.models.capture;

import org.jspecify.annotations.NullMarked;
