@NullMarked
package dev.ductile.models.convergence;

import org.jspecify.annotations.NullMarked;
