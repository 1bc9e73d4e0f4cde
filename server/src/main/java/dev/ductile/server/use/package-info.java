/** The devices, processors and memory that jobs really use. */
@NullMarked
package dev.ductile.server.use;

import org.jspecify.annotations.NullMarked;
