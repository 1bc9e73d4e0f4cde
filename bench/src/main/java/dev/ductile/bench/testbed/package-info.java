/**
 * The experiment of Lin et al., MASCOTS 2018, Section III-A, with real processes: parameter servers
 * and workers exchange TCP messages over shaped links and otherwise sleep or compute.
 */
@NullMarked
package dev.ductile.bench.testbed;

import org.jspecify.annotations.NullMarked;
