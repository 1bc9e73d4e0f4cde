@NullMarked
package dev.ductile.cli;

import org.jspecify.annotations.NullMarked;
