@NullMarked
package dev.ductile.learned.training;

import org.jspecify.annotations.NullMarked;
