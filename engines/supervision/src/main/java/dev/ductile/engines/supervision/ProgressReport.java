package dev.ductile.engines.supervision;

import java.util.OptionalDouble;

/**
 * What a line of output says of a job's progress.
 *
 * @param step how many steps the whole job has done, those of earlier generations included
 * @param checkpoint up to which step a checkpoint is safely written, where the line says so
 * @param within seconds within which the next line comes, where the line says so
 */
public record ProgressReport(
    double step, OptionalDouble loss, OptionalDouble checkpoint, OptionalDouble within) {}
