/** Manual pages, made from the help texts of the commands. */
@NullMarked
package dev.ductile.cli.manual;

import org.jspecify.annotations.NullMarked;
