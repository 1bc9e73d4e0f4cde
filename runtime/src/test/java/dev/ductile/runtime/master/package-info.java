@NullMarked
package dev.ductile.runtime.master;

import org.jspecify.annotations.NullMarked;
