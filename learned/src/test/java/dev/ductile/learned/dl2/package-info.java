@NullMarked
package dev.ductile.learned.dl2;

import org.jspecify.annotations.NullMarked;
