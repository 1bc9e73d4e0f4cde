/** What it costs when processes of a training job are killed. */
@NullMarked
package dev.ductile.bench.faults;

import org.jspecify.annotations.NullMarked;
