/** Jobs as their users ask for them, before they have an owner and a name of their own. */
@NullMarked
package dev.ductile.scenario.job;

import org.jspecify.annotations.NullMarked;
