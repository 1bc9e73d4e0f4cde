/** Training in one process and in jobs of several processes, beside LIBLINEAR. */
@NullMarked
package dev.ductile.bench.learn;

import org.jspecify.annotations.NullMarked;
