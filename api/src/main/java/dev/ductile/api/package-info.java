/**
 * The types that all modules share: immutable records about a cluster at one instant, and the few
 * interfaces that policies, speed models and engines implement.
 */
@NullMarked
package dev.ductile.api;

import org.jspecify.annotations.NullMarked;
