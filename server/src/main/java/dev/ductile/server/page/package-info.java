/** The files of the web page. */
@NullMarked
package dev.ductile.server.page;

import org.jspecify.annotations.NullMarked;
