@NullMarked
package dev.ductile.server.cluster;

import org.jspecify.annotations.NullMarked;
