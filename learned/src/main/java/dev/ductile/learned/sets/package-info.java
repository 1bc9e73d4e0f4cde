/** A policy whose network scores each job by figures that every job has. */
@NullMarked
package dev.ductile.learned.sets;

import org.jspecify.annotations.NullMarked;
