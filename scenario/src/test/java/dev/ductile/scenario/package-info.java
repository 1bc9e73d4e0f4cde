@NullMarked
package dev.ductile.scenario;

import org.jspecify.annotations.NullMarked;
