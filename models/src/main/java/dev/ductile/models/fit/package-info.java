/** Speeds fitted to measurements: the forms, the fit, its doubt, and what to measure next. */
@NullMarked
package dev.ductile.models.fit;

import org.jspecify.annotations.NullMarked;
