@NullMarked
package dev.ductile.bench.restarts;

import org.jspecify.annotations.NullMarked;
