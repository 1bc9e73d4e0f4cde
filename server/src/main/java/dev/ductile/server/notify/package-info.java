/** Tells web servers of the changes of jobs whose users asked for it. */
@NullMarked
package dev.ductile.server.notify;

import org.jspecify.annotations.NullMarked;
