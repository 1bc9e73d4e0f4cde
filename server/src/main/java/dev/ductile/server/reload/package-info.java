/** The server file, read again while the server runs. */
@NullMarked
package dev.ductile.server.reload;

import org.jspecify.annotations.NullMarked;
