/** The runs of a figure: simulations, decisions and predictions, for each line and point. */
@NullMarked
package dev.ductile.reproductions.experiment;

import org.jspecify.annotations.NullMarked;
