/** Learning alone in one process, beside programs that do nothing else. */
@NullMarked
package dev.ductile.bench.learn;

import org.jspecify.annotations.NullMarked;
