/** Readers of scenario and state files, and writers of jobs and states. */
@NullMarked
package dev.ductile.scenario.file;

import org.jspecify.annotations.NullMarked;
