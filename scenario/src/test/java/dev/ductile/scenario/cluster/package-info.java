@NullMarked
package dev.ductile.scenario.cluster;

import org.jspecify.annotations.NullMarked;
