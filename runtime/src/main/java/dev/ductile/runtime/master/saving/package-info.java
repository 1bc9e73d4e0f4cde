/**
 * Checkpoints as a master orders them: when one is due, where it is stored, how it is evaluated.
 */
@NullMarked
package dev.ductile.runtime.master.saving;

import org.jspecify.annotations.NullMarked;
