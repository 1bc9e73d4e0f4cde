/** Parameter servers: primaries and followers of partitions, pushes, pulls and updates. */
@NullMarked
package dev.ductile.runtime.server;

import org.jspecify.annotations.NullMarked;
