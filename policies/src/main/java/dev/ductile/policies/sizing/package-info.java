/** Policies that settle how large jobs are: what all of them share. */
@NullMarked
package dev.ductile.policies.sizing;

import org.jspecify.annotations.NullMarked;
