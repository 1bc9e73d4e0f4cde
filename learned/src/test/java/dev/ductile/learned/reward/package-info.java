@NullMarked
package dev.ductile.learned.reward;

import org.jspecify.annotations.NullMarked;
