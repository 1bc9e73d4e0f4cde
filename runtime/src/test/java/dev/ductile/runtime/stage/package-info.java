@NullMarked
package dev.ductile.runtime.stage;

import org.jspecify.annotations.NullMarked;
