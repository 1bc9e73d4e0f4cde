/** Training steps seen layer by layer: what computing hides of communicating with servers. */
@NullMarked
package dev.ductile.models.layers;

import org.jspecify.annotations.NullMarked;
