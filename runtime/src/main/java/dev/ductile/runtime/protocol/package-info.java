/**
 * What the processes of a job say to each other: kinds of frames, control messages, and who holds
 * what.
 */
@NullMarked
package dev.ductile.runtime.protocol;

import org.jspecify.annotations.NullMarked;
