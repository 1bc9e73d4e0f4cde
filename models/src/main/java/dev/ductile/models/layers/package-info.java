/**
 * Speeds of training with parameter servers, layer by layer, with overlap of computation and
 * communication.
 */
@NullMarked
package dev.ductile.models.layers;

import org.jspecify.annotations.NullMarked;
