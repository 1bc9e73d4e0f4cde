/** A trained model in one file: written from a checkpoint, read again, and asked about examples. */
@NullMarked
package dev.ductile.runtime.saved;

import org.jspecify.annotations.NullMarked;
