/**
 * The heuristics of Lin et al., "A model-based approach to streamlining distributed training for
 * asynchronous SGD", Section IV, what they are compared with in Section V, and what Section VI adds
 * to them. A node is a task: a worker, or the least number of servers a job has.
 */
@NullMarked
package dev.ductile.policies.lin;

import org.jspecify.annotations.NullMarked;
