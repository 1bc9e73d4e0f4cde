package dev.ductile.runtime.master.report;

import dev.ductile.runtime.master.saving.Validation;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The progress of a job.
 *
 * @param step the number of finished steps
 * @param loss the mean loss of the last step that all workers have reported
 * @param checkpoint the newest saved step
 * @param validation of the newest checkpoint that was evaluated by held-out examples
 */
public record Status(
    JobPhase phase,
    int generation,
    int workers,
    int servers,
    long step,
    OptionalDouble loss,
    OptionalLong checkpoint,
    Optional<Validation> validation) {}
