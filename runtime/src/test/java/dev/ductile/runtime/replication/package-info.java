/** Tests of replicas and of what keeps them the same. */
@NullMarked
package dev.ductile.runtime.replication;

import org.jspecify.annotations.NullMarked;
