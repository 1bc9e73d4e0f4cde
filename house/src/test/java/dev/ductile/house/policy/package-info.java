/**
 * The policies that docs/how-to/write-a-policy.md shows, as somebody outside of the project writes
 * them.
 */
@NullMarked
package dev.ductile.house.policy;

import org.jspecify.annotations.NullMarked;
