@NullMarked
package dev.ductile.history;

import org.jspecify.annotations.NullMarked;
