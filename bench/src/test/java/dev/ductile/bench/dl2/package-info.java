/** Tests of the workload of DL2 with measured speeds. */
@NullMarked
package dev.ductile.bench.dl2;

import org.jspecify.annotations.NullMarked;
