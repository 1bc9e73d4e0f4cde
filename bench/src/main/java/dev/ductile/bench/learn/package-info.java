/** Learning in one process and in a job of several, beside programs that do nothing else. */
@NullMarked
package dev.ductile.bench.learn;

import org.jspecify.annotations.NullMarked;
