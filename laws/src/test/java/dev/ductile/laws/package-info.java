@NullMarked
package dev.ductile.laws;

import org.jspecify.annotations.NullMarked;
