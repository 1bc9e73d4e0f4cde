@NullMarked
package dev.ductile.simulator.report;

import org.jspecify.annotations.NullMarked;
