/** The laws that every implementation of an interface keeps, as tests that its own tests extend. */
@NullMarked
package dev.ductile.contracts;

import org.jspecify.annotations.NullMarked;
