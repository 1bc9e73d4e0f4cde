@NullMarked
package dev.ductile.reproductions;

import org.jspecify.annotations.NullMarked;
