/**
 * The heuristics of Lin et al., "A model-based approach to streamlining distributed training for
 * asynchronous SGD" (Section IV), their baselines (Section V) and extensions (Section VI). A node
 * is a task: a worker, or one of the least number of servers of a job.
 */
@NullMarked
package dev.ductile.policies.lin;

import org.jspecify.annotations.NullMarked;
