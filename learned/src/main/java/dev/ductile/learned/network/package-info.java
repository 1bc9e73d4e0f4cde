/** Small neural networks in plain Java: forward and backward passes, losses, and Adam. */
@NullMarked
package dev.ductile.learned.network;

import org.jspecify.annotations.NullMarked;
