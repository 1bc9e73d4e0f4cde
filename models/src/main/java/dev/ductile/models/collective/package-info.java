/** Speeds of all-reduce, by the messages of its algorithms. */
@NullMarked
package dev.ductile.models.collective;

import org.jspecify.annotations.NullMarked;
