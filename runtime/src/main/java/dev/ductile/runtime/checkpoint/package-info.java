/**
 * Checkpoints: how parameters are written, read and verified; and saved models and their scores.
 */
@NullMarked
package dev.ductile.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
