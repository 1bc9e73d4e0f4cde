/** The division of a cluster among its queues, with any policy inside each part. */
@NullMarked
package dev.ductile.scheduler.sharing;

import org.jspecify.annotations.NullMarked;
