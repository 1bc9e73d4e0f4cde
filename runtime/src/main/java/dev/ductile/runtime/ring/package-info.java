/**
 * Jobs without servers: how workers add up their gradients among themselves, and how they train.
 */
@NullMarked
package dev.ductile.runtime.ring;

import org.jspecify.annotations.NullMarked;
