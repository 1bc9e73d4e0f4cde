/** The client of the REST interface: requests, retries, events and logs. */
@NullMarked
package dev.ductile.rest.client;

import org.jspecify.annotations.NullMarked;
