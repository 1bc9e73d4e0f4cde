/**
 * The HTTP interface. Routes are data: one table gives the routing, the rights, the OpenAPI
 * document and the tests that walk it.
 */
@NullMarked
package dev.ductile.server.http;

import org.jspecify.annotations.NullMarked;
