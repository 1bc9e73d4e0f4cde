@NullMarked
package dev.ductile.bench;

import org.jspecify.annotations.NullMarked;
