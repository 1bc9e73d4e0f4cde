/** Tests of shared clusters with real policies. */
@org.jspecify.annotations.NullMarked
package dev.ductile.simulator.sharing;
