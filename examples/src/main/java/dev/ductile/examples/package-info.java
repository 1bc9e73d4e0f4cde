/** A small program that truly trains, so that an engine has something honest to run. */
@NullMarked
package dev.ductile.examples;

import org.jspecify.annotations.NullMarked;
