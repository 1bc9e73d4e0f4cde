/** Tests of jobs without servers. */
@NullMarked
package dev.ductile.runtime.ring;

import org.jspecify.annotations.NullMarked;
