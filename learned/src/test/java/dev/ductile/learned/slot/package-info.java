@NullMarked
package dev.ductile.learned.slot;

import org.jspecify.annotations.NullMarked;
