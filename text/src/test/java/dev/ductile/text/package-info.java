@NullMarked
package dev.ductile.text;

import org.jspecify.annotations.NullMarked;
