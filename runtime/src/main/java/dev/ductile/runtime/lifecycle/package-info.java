/** State machines: which phases of a job or a task may follow which. */
@NullMarked
package dev.ductile.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
