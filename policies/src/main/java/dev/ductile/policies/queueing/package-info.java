/**
 * Policies that keep jobs in queues. A new one is an order of the queue ({@link
 * dev.ductile.policies.queueing.QueueOrder}) served by a {@link
 * dev.ductile.policies.queueing.QueuePolicy}.
 */
@NullMarked
package dev.ductile.policies.queueing;

import org.jspecify.annotations.NullMarked;
