/** State machines: the phases of a job or a task, and their transitions. */
@NullMarked
package dev.ductile.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
