/** Tests of replicas and of their replication. */
@NullMarked
package dev.ductile.runtime.replication;

import org.jspecify.annotations.NullMarked;
