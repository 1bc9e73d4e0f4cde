/** Tests of the project's rules that neither the compiler nor the module graph can check. */
@NullMarked
package dev.ductile.house;

import org.jspecify.annotations.NullMarked;
