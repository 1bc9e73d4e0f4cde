/** The words of the REST interface: one record for each document that a server sends or takes. */
@NullMarked
package dev.ductile.rest;

import org.jspecify.annotations.NullMarked;
