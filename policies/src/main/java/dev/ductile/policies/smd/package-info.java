/**
 * Yu et al., A Sum-of-Ratios Multi-Dimensional-Knapsack Decomposition for DNN Resource Scheduling
 * (SMD), INFOCOM 2021: how large each job is best, and which jobs are worth most together.
 */
@NullMarked
package dev.ductile.policies.smd;

import org.jspecify.annotations.NullMarked;
