/**
 * Speeds fitted to measurements: forms, fits, their uncertainty, and the choice of the next
 * measurement.
 */
@NullMarked
package dev.ductile.models.fit;

import org.jspecify.annotations.NullMarked;
