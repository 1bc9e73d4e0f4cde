/** The secrets that users store on a server. */
@NullMarked
package dev.ductile.server.secrets;

import org.jspecify.annotations.NullMarked;
