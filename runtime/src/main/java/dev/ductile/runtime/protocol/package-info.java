/** What the processes of a job say to each other: kinds of frames, and control messages. */
@NullMarked
package dev.ductile.runtime.protocol;

import org.jspecify.annotations.NullMarked;
