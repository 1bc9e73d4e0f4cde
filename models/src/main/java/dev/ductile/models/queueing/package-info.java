/**
 * The closed queueing network of workers around parameter servers, and ways to solve it (Lin et
 * al., "A model-based approach to streamlining distributed training for asynchronous SGD", Section
 * III).
 */
@NullMarked
package dev.ductile.models.queueing;

import org.jspecify.annotations.NullMarked;
