/** Tests of servers, against masters, workers and servers that follow a script. */
@NullMarked
package dev.ductile.runtime.server;

import org.jspecify.annotations.NullMarked;
