/** Finds all problems of a file of any kind. */
@NullMarked
package dev.ductile.cli.validation;

import org.jspecify.annotations.NullMarked;
