@NullMarked
package dev.ductile.reports.vector;

import org.jspecify.annotations.NullMarked;
