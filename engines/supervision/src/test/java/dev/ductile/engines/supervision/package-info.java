@NullMarked
package dev.ductile.engines.supervision;

import org.jspecify.annotations.NullMarked;
