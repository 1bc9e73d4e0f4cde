package dev.ductile.runtime.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * How a simulated job ended.
 *
 * @param faults how often the job failed and was begun again
 * @param failures what must not happen
 */
record Ending(OptionalInt code, int faults, List<String> failures, Trace trace, Path checkpoints) {}
