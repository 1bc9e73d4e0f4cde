/**
 * How the replicas of a partition stay the same: what a primary sends to followers and newcomers,
 * what they do with it, and how replicas are saved and loaded. Servers and all-reduce workers have
 * the same replicas.
 */
@NullMarked
package dev.ductile.runtime.replication;

import org.jspecify.annotations.NullMarked;
