@NullMarked
package dev.ductile.runtime;

import org.jspecify.annotations.NullMarked;
