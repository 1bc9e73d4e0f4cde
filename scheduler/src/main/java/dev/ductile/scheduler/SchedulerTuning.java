package dev.ductile.scheduler;

import dev.ductile.api.Stability;

/**
 * The settings of a scheduler that can change while it runs, and that are no events.
 *
 * @param pace the times of decisions
 * @param stability the limits of the changes of each job
 */
public record SchedulerTuning(DecisionTimes pace, Stability stability) {}
