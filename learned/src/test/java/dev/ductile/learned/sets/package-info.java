@NullMarked
package dev.ductile.learned.sets;

import org.jspecify.annotations.NullMarked;
