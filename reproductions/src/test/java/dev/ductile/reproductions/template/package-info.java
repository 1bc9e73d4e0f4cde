@NullMarked
package dev.ductile.reproductions.template;

import org.jspecify.annotations.NullMarked;
