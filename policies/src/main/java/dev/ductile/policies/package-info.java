/** Who gets what: one type for each published policy. */
@NullMarked
package dev.ductile.policies;

import org.jspecify.annotations.NullMarked;
