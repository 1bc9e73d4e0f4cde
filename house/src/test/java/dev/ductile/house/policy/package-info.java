/**
 * The policies that docs/writing-a-policy.md shows, as somebody outside of the project writes them.
 */
@NullMarked
package dev.ductile.house.policy;

import org.jspecify.annotations.NullMarked;
