/** The description of a training job, as records that check themselves. */
@NullMarked
package dev.ductile.runtime.job;

import org.jspecify.annotations.NullMarked;
