@NullMarked
package dev.ductile.models.topology;

import org.jspecify.annotations.NullMarked;
