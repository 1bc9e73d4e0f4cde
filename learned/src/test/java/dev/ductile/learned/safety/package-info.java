@NullMarked
package dev.ductile.learned.safety;

import org.jspecify.annotations.NullMarked;
