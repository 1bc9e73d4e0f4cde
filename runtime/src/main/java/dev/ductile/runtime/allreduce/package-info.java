/**
 * Jobs without servers: how workers add up their gradients among themselves, and how they train.
 */
@NullMarked
package dev.ductile.runtime.allreduce;

import org.jspecify.annotations.NullMarked;
