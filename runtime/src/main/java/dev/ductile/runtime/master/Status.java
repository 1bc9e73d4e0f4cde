package dev.ductile.runtime.master;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a job is.
 *
 * @param step how many are done
 * @param loss the mean of the last step that all have told of
 * @param checkpoint the newest step that is saved
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
