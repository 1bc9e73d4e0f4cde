@NullMarked
package dev.ductile.models.queueing;

import org.jspecify.annotations.NullMarked;
