@NullMarked
package dev.ductile.server.use;

import org.jspecify.annotations.NullMarked;
