/** Tests of the division of a cluster among its queues. */
@NullMarked
package dev.ductile.scheduler.sharing;

import org.jspecify.annotations.NullMarked;
