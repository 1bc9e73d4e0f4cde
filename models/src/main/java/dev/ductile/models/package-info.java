/** Speed models: the steps per second of a job as a function of its size and placement. */
@NullMarked
package dev.ductile.models;

import org.jspecify.annotations.NullMarked;
