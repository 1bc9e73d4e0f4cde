@NullMarked
package dev.ductile.answers;

import org.jspecify.annotations.NullMarked;
