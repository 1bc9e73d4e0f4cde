@NullMarked
package dev.ductile.reproductions.experiment;

import org.jspecify.annotations.NullMarked;
