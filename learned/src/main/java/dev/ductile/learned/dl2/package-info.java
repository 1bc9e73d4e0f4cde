/** The policy of Peng et al., DL2: its state, its actions, and the decisions of one slot. */
@NullMarked
package dev.ductile.learned.dl2;

import org.jspecify.annotations.NullMarked;
