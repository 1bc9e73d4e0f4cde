/** The reports of a master about its job. */
@NullMarked
package dev.ductile.runtime.master.report;

import org.jspecify.annotations.NullMarked;
