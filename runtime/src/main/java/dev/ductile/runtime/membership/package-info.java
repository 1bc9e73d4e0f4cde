/**
 * The members of a job: their addresses, the replicas and splits that each holds, and the state
 * that each reports.
 */
@NullMarked
package dev.ductile.runtime.membership;

import org.jspecify.annotations.NullMarked;
