/** Elastic training inside of a job. This package starts a process and gives it its role. */
@NullMarked
package dev.ductile.runtime;

import org.jspecify.annotations.NullMarked;
