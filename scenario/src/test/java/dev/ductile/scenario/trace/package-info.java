@NullMarked
package dev.ductile.scenario.trace;

import org.jspecify.annotations.NullMarked;
