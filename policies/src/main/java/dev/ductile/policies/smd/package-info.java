/**
 * The policies of Yu et al., A Sum-of-Ratios Multi-Dimensional-Knapsack Decomposition for DNN
 * Resource Scheduling (SMD), INFOCOM 2021: the best size of each job, and the jobs with the
 * greatest sum of utilities.
 */
@NullMarked
package dev.ductile.policies.smd;

import org.jspecify.annotations.NullMarked;
