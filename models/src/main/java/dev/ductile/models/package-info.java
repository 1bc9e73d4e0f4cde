/** How fast a job trains, by its size. */
@NullMarked
package dev.ductile.models;

import org.jspecify.annotations.NullMarked;
