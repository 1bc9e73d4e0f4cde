package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;

/**
 * A step by which a running job could give resources back.
 *
 * @param from the allocation before the step
 * @param to the smaller allocation after it; none if the job stops
 * @param isWithinQueue whether the job is of the queue that gets the resources
 */
record ReclaimStep(Job job, Allocation from, Allocation to, boolean isWithinQueue) {}
