/** The routes of the cluster: what a request may ask, and of whom. */
@NullMarked
package dev.ductile.server.routes;

import org.jspecify.annotations.NullMarked;
