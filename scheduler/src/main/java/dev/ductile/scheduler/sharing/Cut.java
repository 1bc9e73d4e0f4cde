package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;

/**
 * A step by which a running job gives resources back.
 *
 * @param from the allocation before the step
 * @param to the smaller allocation after it; none if the job stops
 * @param isOwn whether the job is of the queue that gets the resources
 */
record Cut(Job job, Allocation from, Allocation to, boolean isOwn) {}
