/** Packet captures of one worker and one parameter server, split into the phases of steps. */
@NullMarked
package dev.ductile.models.capture;

import org.jspecify.annotations.NullMarked;
