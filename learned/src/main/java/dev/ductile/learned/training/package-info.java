/** Training of learned policies: from the plans of a teacher, and by reinforcement. */
@NullMarked
package dev.ductile.learned.training;

import org.jspecify.annotations.NullMarked;
