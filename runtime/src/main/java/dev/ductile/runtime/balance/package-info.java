/** Placement of partitions, replicas and splits: the decision rules of EPS, as pure functions. */
@NullMarked
package dev.ductile.runtime.balance;

import org.jspecify.annotations.NullMarked;
