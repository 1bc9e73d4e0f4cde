@NullMarked
package dev.ductile.server.secrets;

import org.jspecify.annotations.NullMarked;
