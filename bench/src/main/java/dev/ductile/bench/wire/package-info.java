/** The speed of frames between two processes, beside a plain copy. */
@NullMarked
package dev.ductile.bench.wire;

import org.jspecify.annotations.NullMarked;
