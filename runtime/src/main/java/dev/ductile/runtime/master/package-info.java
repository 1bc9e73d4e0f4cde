/**
 * The master of a job: membership, placement, and their changes. The decisions are pure; only
 * {@link dev.ductile.runtime.master.Master} uses sockets.
 */
@NullMarked
package dev.ductile.runtime.master;

import org.jspecify.annotations.NullMarked;
