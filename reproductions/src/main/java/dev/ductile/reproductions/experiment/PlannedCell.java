package dev.ductile.reproductions.experiment;

import dev.ductile.reproductions.training.TrainingPlan;
import java.util.List;
import java.util.function.Supplier;

/**
 * A number of a figure, and the trainings before it.
 *
 * @param run makes the run after the trainings, because its policy can be checked only then
 */
record PlannedCell(List<TrainingPlan> trainings, Supplier<CellRun> run) {}
