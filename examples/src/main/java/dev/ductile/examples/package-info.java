/** A small program that trains in real processes, for tests of engines and {@code ductile demo}. */
@NullMarked
package dev.ductile.examples;

import org.jspecify.annotations.NullMarked;
