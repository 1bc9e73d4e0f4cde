@NullMarked
package dev.ductile.engines.local;

import org.jspecify.annotations.NullMarked;
