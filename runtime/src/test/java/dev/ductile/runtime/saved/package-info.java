@NullMarked
package dev.ductile.runtime.saved;

import org.jspecify.annotations.NullMarked;
