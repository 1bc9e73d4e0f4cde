/** Measurements, each with the machine's limit or a peer beside it. Never shipped. */
@NullMarked
package dev.ductile.bench;

import org.jspecify.annotations.NullMarked;
