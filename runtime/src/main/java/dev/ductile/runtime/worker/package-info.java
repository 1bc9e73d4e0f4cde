/** A worker: which examples it computes on, what it asks of servers, and where its splits lie. */
@NullMarked
package dev.ductile.runtime.worker;

import org.jspecify.annotations.NullMarked;
