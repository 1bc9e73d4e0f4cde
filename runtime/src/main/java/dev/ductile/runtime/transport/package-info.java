/**
 * Frames between processes: an event loop of one thread, connections over Unix-domain sockets or
 * TCP, and records as bytes. It knows nothing of training.
 */
@NullMarked
package dev.ductile.runtime.transport;

import org.jspecify.annotations.NullMarked;
