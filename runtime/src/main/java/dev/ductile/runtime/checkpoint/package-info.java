/** Checkpoints: writing, reading and verifying parameters; and saved models and their scores. */
@NullMarked
package dev.ductile.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
