package dev.ductile.engines.supervision;

import java.util.OptionalDouble;

/**
 * A line of output that reports the progress of a job.
 *
 * @param step the steps of the job, those of earlier generations included
 * @param checkpoint the last step that is saved, if the line has it
 * @param within seconds until the next line at the latest, if the line has them
 */
public record ProgressReport(
    double step, OptionalDouble loss, OptionalDouble checkpoint, OptionalDouble within) {}
