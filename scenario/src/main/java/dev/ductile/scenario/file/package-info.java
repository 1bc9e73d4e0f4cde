/** Readers of scenario and state files. */
@NullMarked
package dev.ductile.scenario.file;

import org.jspecify.annotations.NullMarked;
