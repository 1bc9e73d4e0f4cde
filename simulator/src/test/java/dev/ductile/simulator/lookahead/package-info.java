@NullMarked
package dev.ductile.simulator.lookahead;

import org.jspecify.annotations.NullMarked;
