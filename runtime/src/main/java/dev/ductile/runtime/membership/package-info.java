/**
 * The members of a job: who they are, which replicas and splits each holds, and where it stands.
 */
@NullMarked
package dev.ductile.runtime.membership;

import org.jspecify.annotations.NullMarked;
