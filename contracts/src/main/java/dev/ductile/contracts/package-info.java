/** Contracts of interfaces as abstract tests, which the tests of each implementation extend. */
@NullMarked
package dev.ductile.contracts;

import org.jspecify.annotations.NullMarked;
