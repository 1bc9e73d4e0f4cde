/** The server as a process: its command, and the demonstration. */
@NullMarked
package dev.ductile.cli.server;

import org.jspecify.annotations.NullMarked;
