@NullMarked
package dev.ductile.journal;

import org.jspecify.annotations.NullMarked;
