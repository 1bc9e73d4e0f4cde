/** What would become of a cluster under one policy or another, and a policy that goes by it. */
@NullMarked
package dev.ductile.simulator.lookahead;

import org.jspecify.annotations.NullMarked;
