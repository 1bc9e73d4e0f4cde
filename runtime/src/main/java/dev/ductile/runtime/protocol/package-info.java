/** The protocol between the processes of a job: kinds of frames, and control messages. */
@NullMarked
package dev.ductile.runtime.protocol;

import org.jspecify.annotations.NullMarked;
