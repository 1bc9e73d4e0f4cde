/** Tests of jobs without servers. */
@NullMarked
package dev.ductile.runtime.allreduce;

import org.jspecify.annotations.NullMarked;
