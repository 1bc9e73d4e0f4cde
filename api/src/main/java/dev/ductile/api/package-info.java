/**
 * The words everybody speaks: immutable records of one instant of a cluster, and the few interfaces
 * that policies, speed models and engines implement.
 */
@NullMarked
package dev.ductile.api;

import org.jspecify.annotations.NullMarked;
