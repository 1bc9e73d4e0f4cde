/**
 * The division of a cluster among its queues, with any policy inside each queue. {@link
 * dev.ductile.scheduler.sharing.Entitlements} has the share of each queue. In one decision ({@link
 * dev.ductile.scheduler.sharing.DividedDecision}), each priority level of a queue gets a {@link
 * dev.ductile.scheduler.sharing.ResourceOffer}: free resources, and those that {@link
 * dev.ductile.scheduler.sharing.ReclaimPlanner} could take back from borrowers.
 */
@NullMarked
package dev.ductile.scheduler.sharing;

import org.jspecify.annotations.NullMarked;
