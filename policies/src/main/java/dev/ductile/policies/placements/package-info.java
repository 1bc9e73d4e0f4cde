/** Where the tasks of a job go: one type for each way, composed with any policy. */
@NullMarked
package dev.ductile.policies.placements;

import org.jspecify.annotations.NullMarked;
