/** Tests of state machines. */
@NullMarked
package dev.ductile.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
