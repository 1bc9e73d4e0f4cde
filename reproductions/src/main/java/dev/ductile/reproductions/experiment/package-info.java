/**
 * What is run for a figure: simulations, decisions and predictions, line by line and point by
 * point.
 */
@NullMarked
package dev.ductile.reproductions.experiment;

import org.jspecify.annotations.NullMarked;
