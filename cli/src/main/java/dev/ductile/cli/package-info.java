/** The {@code ductile} command, and the parts list where all is wired. */
@NullMarked
package dev.ductile.cli;

import org.jspecify.annotations.NullMarked;
