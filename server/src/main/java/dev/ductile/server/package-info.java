/** The service that a team submits jobs to. */
@NullMarked
package dev.ductile.server;

import org.jspecify.annotations.NullMarked;
