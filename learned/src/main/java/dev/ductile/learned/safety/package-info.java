/** Policies in production: decisions in shadow, promotion, and the way back to the teacher. */
@NullMarked
package dev.ductile.learned.safety;

import org.jspecify.annotations.NullMarked;
