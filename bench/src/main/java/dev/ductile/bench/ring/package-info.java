/** Adding up among workers, measured between real processes. */
@NullMarked
package dev.ductile.bench.ring;

import org.jspecify.annotations.NullMarked;
