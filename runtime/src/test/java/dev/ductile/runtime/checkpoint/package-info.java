/** Tests of copies of partitions, and of their checkpoints. */
@NullMarked
package dev.ductile.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
