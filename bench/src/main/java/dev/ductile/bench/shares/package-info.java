/** The shares of queues on a live server with real processes. */
@NullMarked
package dev.ductile.bench.shares;

import org.jspecify.annotations.NullMarked;
