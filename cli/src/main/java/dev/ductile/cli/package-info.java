/** The {@code ductile} command, which joins all modules. */
@NullMarked
package dev.ductile.cli;

import org.jspecify.annotations.NullMarked;
