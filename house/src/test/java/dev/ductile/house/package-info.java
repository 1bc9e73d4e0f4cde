/** The house rules as tests: what the compiler and the module graph cannot hold. */
@NullMarked
package dev.ductile.house;

import org.jspecify.annotations.NullMarked;
