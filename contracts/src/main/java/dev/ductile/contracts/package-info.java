/** What every implementation of an interface must hold, and the pictures to try it on. */
@NullMarked
package dev.ductile.contracts;

import org.jspecify.annotations.NullMarked;
