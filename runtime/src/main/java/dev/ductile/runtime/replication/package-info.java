/**
 * Replication of partitions: updates and snapshots from a primary to followers and newcomers, and
 * saving and loading of replicas. Servers and all-reduce workers have the same replicas.
 */
@NullMarked
package dev.ductile.runtime.replication;

import org.jspecify.annotations.NullMarked;
