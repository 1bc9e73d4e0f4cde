/** Writing of files so that a crash at any moment leaves the old one or the new one. */
@NullMarked
package dev.ductile.runtime.disk;

import org.jspecify.annotations.NullMarked;
