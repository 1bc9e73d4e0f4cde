/** The workload of DL2 (Peng et al.) under every policy that may teach it or compete with it. */
@NullMarked
package dev.ductile.bench.dl2;

import org.jspecify.annotations.NullMarked;
