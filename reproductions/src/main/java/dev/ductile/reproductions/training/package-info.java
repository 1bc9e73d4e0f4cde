/** Trainings of the models that a figure compares: as written, planned, and carried out. */
@NullMarked
package dev.ductile.reproductions.training;

import org.jspecify.annotations.NullMarked;
