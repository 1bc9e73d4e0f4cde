@NullMarked
package dev.ductile.runtime.worker;

import org.jspecify.annotations.NullMarked;
