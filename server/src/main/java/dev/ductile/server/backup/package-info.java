/** Backups of the data folder of a server. */
@NullMarked
package dev.ductile.server.backup;

import org.jspecify.annotations.NullMarked;
