@NullMarked
package dev.ductile.server.notify;

import org.jspecify.annotations.NullMarked;
