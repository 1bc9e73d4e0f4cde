@NullMarked
package dev.ductile.learned.fallback;

import org.jspecify.annotations.NullMarked;
