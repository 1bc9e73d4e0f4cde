/** The policy of Peng et al., DL2: its state, its networks, and the check of its decisions. */
@NullMarked
package dev.ductile.learned.dl2;

import org.jspecify.annotations.NullMarked;
