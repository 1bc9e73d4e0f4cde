/** Tests of the client against a real HTTP server in this process. */
@NullMarked
package dev.ductile.rest.client;

import org.jspecify.annotations.NullMarked;
