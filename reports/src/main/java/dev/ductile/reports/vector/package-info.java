/** Drawings as paths, written as SVG and PDF. */
@NullMarked
package dev.ductile.reports.vector;

import org.jspecify.annotations.NullMarked;
