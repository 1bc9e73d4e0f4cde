/** What every implementation of an interface must hold, as tests that it extends. */
@NullMarked
package dev.ductile.contracts;

import org.jspecify.annotations.NullMarked;
