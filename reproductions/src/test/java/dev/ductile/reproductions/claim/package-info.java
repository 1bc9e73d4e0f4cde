@NullMarked
package dev.ductile.reproductions.claim;

import org.jspecify.annotations.NullMarked;
