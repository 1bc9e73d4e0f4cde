/**
 * Published policies, in packages by paper, on two toolkits: {@code queueing} for policies that
 * order jobs, {@code sizing} for policies that decide the sizes of jobs. This package has the types
 * that all of them share.
 */
@NullMarked
package dev.ductile.policies;

import org.jspecify.annotations.NullMarked;
