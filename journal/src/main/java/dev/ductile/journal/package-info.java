/** The journal of a cluster in a database, with snapshots, and a lease for one server at a time. */
@NullMarked
package dev.ductile.journal;

import org.jspecify.annotations.NullMarked;
