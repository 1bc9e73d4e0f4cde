/** A policy whose teacher makes single decisions in its place. */
@NullMarked
package dev.ductile.learned.fallback;

import org.jspecify.annotations.NullMarked;
