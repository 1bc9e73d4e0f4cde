@NullMarked
package dev.ductile.cli.validation;

import org.jspecify.annotations.NullMarked;
