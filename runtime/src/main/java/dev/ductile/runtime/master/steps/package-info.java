/** The steps that workers have reported: progress, speed and loss of a job. */
@NullMarked
package dev.ductile.runtime.master.steps;

import org.jspecify.annotations.NullMarked;
