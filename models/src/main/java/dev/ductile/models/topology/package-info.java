/** Where the workers of a job are, and what the links between them carry. */
@NullMarked
package dev.ductile.models.topology;

import org.jspecify.annotations.NullMarked;
