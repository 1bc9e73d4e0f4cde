@NullMarked
package dev.ductile.server.metrics;

import org.jspecify.annotations.NullMarked;
