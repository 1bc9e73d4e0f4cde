/** Completion of the command line in shells, made from the options of the commands. */
@NullMarked
package dev.ductile.cli.completion;

import org.jspecify.annotations.NullMarked;
