@NullMarked
package dev.ductile.simulator;

import org.jspecify.annotations.NullMarked;
